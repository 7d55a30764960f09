import { expect, test } from "vitest";
import { check, mark, sound } from "./fairness";
import type { Draw, Fairness, SeatInfo } from "./protocol";
import { fromHex, hex, hmac, sha256 } from "./sha256";

const secret = fromHex("00112233445566778899aabbccddeeff".repeat(2));
const random = "0f".repeat(16);
const key = hmac(secret, fromHex(random));
const fairness: Fairness = { commitment: hex(sha256(secret)), verifiable: true, secret: hex(secret), key: hex(key) };
const seats = [{ random }, { random: "" }] as SeatInfo[];
const draws: Draw[] = [4, 52, 36, 7].map((of, k) => ({ at: k, move: "~", low: mark(key, k, of), weight: 1, of }));

test("a deal that follows from its key is sound", () => {
  const found = check(fairness, seats, draws, fairness.commitment);
  expect(found).toEqual({ promised: true, opened: true, keyed: true, added: 1, draws: [true, true, true, true] });
  expect(sound(found)).toBe(true);
});

test("each broken promise is found", () => {
  const other = draws.map((draw, k) => (k === 2 ? { ...draw, low: (draw.low + 1) % draw.of } : draw));
  expect(check(fairness, seats, other, null).draws).toEqual([true, true, false, true]);
  expect(sound(check({ ...fairness, commitment: "00" }, seats, draws, null))).toBe(false);
  expect(sound(check({ ...fairness, key: "00" }, seats, draws, null))).toBe(false);
  expect(sound(check(fairness, seats, draws, "another"))).toBe(false);
  expect(sound(check(fairness, [{ random: "ff".repeat(16) }] as SeatInfo[], draws, null))).toBe(false);
});

test("marks are as the server draws them", () => {
  // of ryumon.table.chance.KeyChance(bytes(range(32)))
  const zero = Uint8Array.from({ length: 32 }, (_, k) => k);
  expect([4, 52, 36, 1_000_003].map((of, k) => mark(zero, k, of))).toEqual(MARKS);
});

const MARKS = [1, 38, 4, 289108];
