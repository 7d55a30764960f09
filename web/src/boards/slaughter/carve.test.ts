import { expect, test } from "vitest";
import { carve } from "./carve";

test("a whole dragon has its tail first, its head last and no gap", () => {
  const { width, parts } = carve(10, 0);
  expect(parts.map(({ art }) => art)).toEqual(["tail", "body-b", "body-a", "body-b", "body-a", "body-b", "body-a", "body-b", "body-a", "body-b", "head"]);
  for (const [k, part] of parts.slice(1).entries()) expect(part.x - (parts[k]!.x + parts[k]!.w)).toBeLessThan(2);
  expect(parts.at(-1)!.x + parts.at(-1)!.w).toBeCloseTo(width);
});

test("what is taken closes to half its width, so the dragon is shorter with every trick", () => {
  const widths = [0, 1, 5, 10].map((gone) => carve(10, gone).width);
  expect([...widths].sort((a, b) => b - a)).toEqual(widths);
  expect(carve(10, 4).parts.map(({ gone }) => gone)).toEqual([true, true, true, true, false, false, false, false, false, false, false]);
  expect(carve(8, 9).parts.every(({ gone }) => gone)).toBe(true);
});
