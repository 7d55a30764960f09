// SHA-256 and HMAC, written out: a page over plain http has no crypto.subtle.

const word = (x: number) => Math.floor(x * 2 ** 32) | 0;
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const START = primes.slice(0, 8).map((p) => word(Math.sqrt(p) % 1));
const ROUNDS = primes.map((p) => word(Math.cbrt(p) % 1));
const BLOCK = 64;

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const padded = pad(message);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((part, k) => digest.setInt32(4 * k, part));
  return new Uint8Array(digest.buffer);
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, message.length * 8);
  return padded;
}

function compress(state: Int32Array, block: DataView): void {
  const w = new Int32Array(64);
  for (let k = 0; k < 64; k++) {
    if (k < 16) {
      w[k] = block.getInt32(4 * k);
      continue;
    }
    const [a, b] = [w[k - 15]!, w[k - 2]!];
    w[k] = w[k - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[k - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k]! + w[k]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((part, k) => (state[k]! += part));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(whole.map((byte) => byte ^ 0x36), message));
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), inner));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
