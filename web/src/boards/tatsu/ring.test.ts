import { describe, expect, test } from "vitest";
import { around, garden, outwards, place, SEGMENTS, step } from "./ring";

const SIZES: [string, number, number][] = [["a phone", 374, 505], ["a desktop", 960, 500], ["a square", 600, 600]];
const steps = Array.from({ length: SEGMENTS }, (_, n) => n);

describe.each(SIZES)("on %s", (_, w, h) => {
  const inset = 40;
  const points = steps.map((n) => place(w, h, inset, n));

  test("the first place is the top centre and points up, the thirteenth faces it", () => {
    expect(points[0]).toMatchObject({ x: expect.closeTo(w / 2), y: expect.closeTo(inset), angle: expect.closeTo(0) });
    expect(points[12]).toMatchObject({ x: expect.closeTo(w / 2), y: expect.closeTo(h - inset), angle: expect.closeTo(180) });
  });

  test("the places go clockwise: a quarter is at the right edge", () => {
    expect(points[6]).toMatchObject({ x: expect.closeTo(w - inset), y: expect.closeTo(h / 2), angle: expect.closeTo(90) });
    expect(points[18]).toMatchObject({ x: expect.closeTo(inset), y: expect.closeTo(h / 2), angle: expect.closeTo(270) });
  });

  test("opposite places are turned by 180°", () => {
    for (const n of steps) {
      const [a, b] = [points[n]!, points[(n + 12) % SEGMENTS]!];
      expect(a.x + b.x).toBeCloseTo(w);
      expect(a.y + b.y).toBeCloseTo(h);
      expect((b.angle - a.angle + 360) % 360).toBeCloseTo(180);
    }
  });

  test("neighbours are equally far along the path, so never farther in a straight line", () => {
    const far = around(w, h, inset) / SEGMENTS;
    for (const n of steps) {
      const [a, b] = [points[n]!, points[(n + 1) % SEGMENTS]!];
      const straight = Math.hypot(a.x - b.x, a.y - b.y);
      expect(straight).toBeLessThanOrEqual(far + 1e-6);
      expect(straight).toBeGreaterThan(far * 0.94);
    }
  });

  test("the outer place is nearer the edge than the inner one, on the same normal", () => {
    for (const point of points) {
      const [inner, outer] = [outwards(point, -20), outwards(point, 20)];
      expect(Math.hypot(outer.x - inner.x, outer.y - inner.y)).toBeCloseTo(40);
      expect(Math.hypot(outer.x - w / 2, outer.y - h / 2)).toBeGreaterThan(Math.hypot(inner.x - w / 2, inner.y - h / 2));
    }
  });
});

test("Black's middle entry lies at the bottom for Black, White's for White", () => {
  expect([step(2, false), step(14, false), step(15, false)]).toEqual([12, 0, 1]);
  expect([step(14, true), step(2, true), step(1, true)]).toEqual([12, 0, 23]);
});

test.each([[374, 500], [344, 440], [414, 560]])("on a table of %i by %i every segment is wide enough for a thumb", (w, h) => {
  const { inset, w: width, h: height } = garden(w, h);
  expect(around(width, height, inset) / SEGMENTS).toBeGreaterThanOrEqual(44);
});
