import { expect, test } from "vitest";
import type { Judged, Review } from "./protocol";
import { chanceAt, lines, missed, path, turns } from "./review";

const judged = (at: number, seat: number, chance: number, best = chance, error = 0.01): Judged => ({ at, seat, move: "a", chance, error, best: best > chance ? "b" : "a", best_chance: best, best_error: error, reason: "" });
const review = (...of: Judged[]): Review => ({ of: of.length, judged: of, shares: [1, 0] });

test("a line has the seat's own decisions and ends with what it got", () => {
  const [one, other] = lines(review(judged(3, 0, 0.4), judged(4, 1, 0.6), judged(9, 0, 0.7, 0.8)), 2, 20);
  expect(one).toEqual([{ at: 3, chance: 0.4 }, { at: 9, chance: 0.8 }, { at: 20, chance: 1 }]);
  expect(other!.at(-1)).toEqual({ at: 20, chance: 0 });
  expect(chanceAt(one!, 8)).toBe(0.4);
  expect(chanceAt(one!, 2)).toBeNull();
});

test("a seat that never had a choice has no line", () => {
  expect(lines(review(judged(3, 0, 0.4)), 2, 20)[1]).toEqual([]);
});

test("only what is clearly worse was missed", () => {
  expect(missed(judged(1, 0, 0.4, 0.5))).toBe(true);
  expect(missed(judged(1, 0, 0.4, 0.43))).toBe(false); // small
  expect(missed(judged(1, 0, 0.4, 0.5, 0.06))).toBe(false); // unsure
  expect(missed({ ...judged(1, 0, 0, 0.9), error: null })).toBe(false); // hardly looked at
});

test("turning points: missed moves, and swings that are not their own fault", () => {
  const found = turns(review(judged(1, 0, 0.3, 0.5), judged(2, 1, 0.5), judged(5, 0, 0.3), judged(6, 1, 0.8)));
  expect(found.map(({ at, seat, kind }) => [at, seat, kind])).toEqual([[1, 0, "missed"], [6, 1, "swing"]]);
});

test("many moments: the greatest, in the order of the game", () => {
  const found = turns(review(...Array.from({ length: 30 }, (_, k) => judged(k, 0, 0.5 - k / 100, 0.6))));
  expect(found.length).toBeLessThanOrEqual(8);
  expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).sort((a, b) => a - b));
});

test("a path fills its drawing", () => {
  expect(path([{ at: 0, chance: 1 }, { at: 10, chance: 0.25 }], 20, 100, 40)).toBe("M0.0 0.0L50.0 30.0");
});
