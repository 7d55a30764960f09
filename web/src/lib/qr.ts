// QR codes, made here so that a link goes nowhere else: byte mode, error correction M, versions 1
// to 10 (213 bytes), the mask chosen by the standard's penalty (ISO/IEC 18004).

/** For each version at level M: codewords in all, check codewords per block, number of blocks. */
const VERSIONS: [number, number, number][] = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

type Grid = (0 | 1 | null)[][];

/** Rows of modules, true is dark. Null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex(([all, check, blocks], k) => bytes.length + (k < 9 ? 2 : 3) <= all - check * blocks);
  if (index < 0) return null;
  const words = protect(pack(bytes, index), index);
  const size = 21 + 4 * index;
  const fixed = frame(size, index + 1);
  let best: { grid: Grid; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask++) {
    const grid = fixed.map((row) => [...row]);
    fillIn(grid, fixed, words, mask);
    format(grid, mask);
    const points = penalty(grid);
    if (!best || points < best.penalty) best = { grid, penalty: points };
  }
  return best!.grid.map((row) => row.map((module) => module === 1));
}

/** Mode, length, the bytes, and padding. */
function pack(bytes: number[], index: number): number[] {
  const [all, check, blocks] = VERSIONS[index]!;
  const room = all - check * blocks;
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let k = width - 1; k >= 0; k--) bits.push((value >> k) & 1);
  };
  put(4, 4);
  put(bytes.length, index < 9 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, k) => parseInt(bits.slice(8 * k, 8 * k + 8).join(""), 2));
  for (let k = 0; words.length < room; k++) words.push(k % 2 ? 0x11 : 0xec);
  return words;
}

// arithmetic of the field with 256 elements
const EXP: number[] = [1];
for (let k = 1; k < 255; k++) EXP.push((EXP[k - 1]! << 1) ^ (EXP[k - 1]! & 0x80 ? 0x11d : 0));
const LOG = new Map(EXP.map((value, k) => [value, k]));
const times = (a: number, b: number) => (a && b ? EXP[(LOG.get(a)! + LOG.get(b)!) % 255]! : 0);

/** The check words of a block: the remainder by the generator polynomial. */
function checkWords(block: number[], count: number): number[] {
  let generator = [1];
  for (let k = 0; k < count; k++) {
    const next = [...generator, 0];
    generator.forEach((factor, i) => (next[i + 1]! ^= times(factor, EXP[k]!)));
    generator = next;
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  for (let k = 0; k < block.length; k++) {
    const factor = rest[k]!;
    if (factor) generator.forEach((value, i) => (rest[k + i]! ^= times(value, factor)));
  }
  return rest.slice(block.length);
}

/** Blocks with their check words, interleaved. The later blocks hold one word more if it does not divide. */
function protect(words: number[], index: number): number[] {
  const [, check, blocks] = VERSIONS[index]!;
  const short = Math.floor(words.length / blocks);
  const longer = words.length % blocks;
  const data: number[][] = [];
  for (let k = 0, at = 0; k < blocks; k++) {
    const length = short + (k >= blocks - longer ? 1 : 0);
    data.push(words.slice(at, (at += length)));
  }
  const weave = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, k) => rows.flatMap((row) => row.slice(k, k + 1))).flat();
  return [...weave(data), ...weave(data.map((block) => checkWords(block, check)))];
}

/** Everything that is not data; null is free. The places of the format are taken with 0. */
function frame(size: number, version: number): Grid {
  const grid: Grid = Array.from({ length: size }, () => Array<0 | 1 | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) grid[row]![column] = dark ? 1 : 0;
  };
  for (let k = 0; k < 9; k++) {
    set(8, k, false);
    set(k, 8, false);
    if (k < 8) set(8, size - 1 - k, false);
    if (k < 8) set(size - 1 - k, 8, false);
  }
  for (let k = 8; k < size - 8; k++) {
    set(6, k, k % 2 === 0);
    set(k, 6, k % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(row + y, column + x, ring !== 2 && ring !== 4);
      }
  }
  const centres = ALIGNMENT[version - 1]!;
  for (const row of centres)
    for (const column of centres) {
      const corner = (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6);
      for (let y = -2; y <= 2 && !corner; y++)
        for (let x = -2; x <= 2; x++) set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  set(size - 8, 8, true);
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25);
    for (let k = 0; k < 18; k++) {
      set(Math.floor(k / 3), size - 11 + (k % 3), ((bits >> k) & 1) === 1);
      set(size - 11 + (k % 3), Math.floor(k / 3), ((bits >> k) & 1) === 1);
    }
  }
  return grid;
}

function remainder(value: number, width: number, generator: number): number {
  let rest = value << width;
  const top = 31 - Math.clz32(generator);
  for (let bit = 31 - Math.clz32(rest || 1); rest && bit >= top; bit = 31 - Math.clz32(rest || 1)) rest ^= generator << (bit - top);
  return rest;
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The data in columns of two, from the right, up and down. */
function fillIn(grid: Grid, fixed: Grid, words: number[], mask: number): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let k = 0; k < size; k++) {
      const row = up ? size - 1 - k : k;
      for (const column of [right, right - 1]) {
        if (fixed[row]![column] !== null) continue;
        const dark = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit++;
        grid[row]![column] = (dark ^ (MASKS[mask]!(row, column) ? 1 : 0)) as 0 | 1;
      }
    }
  }
}

function format(grid: Grid, mask: number): void {
  const size = grid.length;
  const data = mask; // level M is 00
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  for (let k = 0; k < 15; k++) {
    const dark = ((bits >> k) & 1) as 0 | 1;
    if (k < 6) grid[k]![8] = dark;
    else if (k < 8) grid[k + 1]![8] = dark;
    else if (k === 8) grid[8]![7] = dark;
    else grid[8]![14 - k] = dark;
    if (k < 8) grid[8]![size - 1 - k] = dark;
    else grid[size - 15 + k]![8] = dark;
  }
  grid[size - 8]![8] = 1;
}

function penalty(grid: Grid): number {
  const size = grid.length;
  const columns = grid.map((_, k) => grid.map((row) => row[k]!));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const dark = grid[row]![column];
      if (dark === grid[row - 1]![column] && dark === grid[row]![column - 1] && dark === grid[row - 1]![column - 1]) points += 3;
    }
  const share = grid.flat().filter((module) => module === 1).length / size ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
