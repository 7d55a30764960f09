import { expect, test } from "vitest";
import { scaled } from "./season";

test("all intervals and zero lie on the line", () => {
  const at = scaled([{ value: 50, low: 10, high: 90 }, { value: -20, low: -110, high: 70 }]);
  expect([at(-110), at(-10), at(90)]).toEqual([0, 50, 100]);
});

test("without any interval zero is in the middle", () => {
  expect(scaled([])(0)).toBe(50);
});
