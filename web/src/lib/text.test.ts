import { expect, test } from "vitest";
import { fill } from "./text";

test("names are filled in, and what is unknown stays to be seen", () => {
  expect(fill("{name} plays {what}.", { name: "Mio" })).toBe("Mio plays {what}.");
});

test("one is one", () => {
  const points = "{n} point{n:|s}";
  expect([0, 1, 2].map((n) => fill(points, { n }))).toEqual(["0 points", "1 point", "2 points"]);
});
