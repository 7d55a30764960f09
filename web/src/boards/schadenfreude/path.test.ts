import { expect, test } from "vitest";
import { hop, placeOf, spots } from "./path";

test("the path climbs to the goal and ends there", () => {
  const [start, middle, goal] = [0, 20, 40].map((score) => placeOf(score, 40));
  expect(middle!.x).toBeGreaterThan(start!.x);
  expect(goal!.y).toBeLessThan(middle!.y);
  expect(goal!.fallen).toBe(false);
  expect(placeOf(41, 40)).toMatchObject({ fallen: true });
  expect(placeOf(41, 40).x).toBeGreaterThan(goal!.x);
});

test("markers that stand close are stacked, never upon each other", () => {
  const placed = spots([0, 0, 1, 37, 38], null, 40);
  for (const a of placed) for (const b of placed) if (a !== b) expect(Math.abs(a.x - b.x) < 6 && a.level === b.level).toBe(false);
});

test("only what would change gets a second marker and a hop", () => {
  const placed = spots([22, 38, 39], [29, 38, 46], 40);
  expect(placed.filter(({ then }) => then).map(({ seat, score, fallen }) => [seat, score, fallen])).toEqual([[0, 29, false], [2, 46, true]]);
  expect(hop(22, 29, 40)).toMatch(/^M[\d.]+ [\d.]+Q[\d.]+ [\d.]+ [\d.]+ [\d.]+$/);
});
