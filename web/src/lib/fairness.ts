// Was every card dealt from the key that was promised? Checked here, in the player's own browser:
// docs/fairness.md describes each step.

import type { Draw, Fairness, SeatInfo } from "./protocol";
import { fromHex, hex, hmac, joined, sha256, utf8 } from "./sha256";

const BITS = 48;

export interface Checked {
  /** the commitment is the one that this browser saw before the game; null if it saw none */
  promised: boolean | null;
  /** the commitment is that of the secret */
  opened: boolean;
  /** the key follows from the secret and what the players added */
  keyed: boolean;
  /** how many players added something */
  added: number;
  /** draw by draw */
  draws: boolean[];
}

export function check(fairness: Fairness, seats: SeatInfo[], draws: Draw[], seen: string | null): Checked {
  const secret = fromHex(fairness.secret);
  const key = hmac(secret, joined(...seats.map((seat) => fromHex(seat.random))));
  return {
    promised: seen === null ? null : seen === fairness.commitment,
    opened: hex(sha256(secret)) === fairness.commitment,
    keyed: hex(key) === fairness.key,
    added: seats.filter((seat) => seat.random).length,
    draws: draws.map(({ low, weight, of }, k) => {
      const at = mark(key, k, of);
      return low <= at && at < low + weight;
    }),
  };
}

export const sound = (found: Checked): boolean => found.promised !== false && found.opened && found.keyed && found.draws.every(Boolean);

/** The number below `total` of the k-th outcome of chance. */
export function mark(key: Uint8Array, k: number, total: number): number {
  const fair = Math.floor(2 ** BITS / total) * total;
  for (let tries = 0; ; tries++) {
    const x = hmac(key, utf8(`${k}.${tries}`)).slice(0, BITS / 8).reduce((sum, byte) => sum * 256 + byte, 0);
    if (x < fair) return x % total;
  }
}

const PROMISES = "ryumon-promises";
const KEPT = 200; // tables

/** What was promised when this browser first saw the table, so that it cannot be changed later. */
export function promise(table: string, commitment: string | null): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PROMISES) ?? "[]") as [string, string][];
    const found = kept.find(([name]) => name === table)?.[1] ?? null;
    if (found === null && commitment) localStorage.setItem(PROMISES, JSON.stringify([...kept, [table, commitment]].slice(-KEPT)));
    return found;
  } catch {
    return null; // no memory here
  }
}
