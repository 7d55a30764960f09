import { describe, expect, test } from "vitest";
import type { BushidoView } from "../../lib/protocol";
import { doors, inkAt, percent, spotsOf } from "./map";
import { summary } from "./summary";

const moments = Object.entries(import.meta.glob<{ view: BushidoView; names: string[] }>("../../../fixtures/bushido/*.json", { eager: true, import: "default" }));

describe.each(moments)("%s", (_, { view, names }) => {
  const spots = spotsOf(view.players);

  test("every room has a place of its own, and every way a door", () => {
    expect(new Set(view.places.map(({ name }) => spots[name]!.join())).size).toBe(view.places.length);
    const ways = view.places.reduce((sum, { near }) => sum + near.length, 0) / 2;
    const drawn = view.places.map((place) => doors(place, spots)).reduce((sum, { right, down }) => sum + Number(right) + Number(down), 0);
    expect(drawn).toBe(ways);
  });

  test("the summary names every samurai, in Japanese without English", () => {
    const seats = names.map((name, seat) => ({ seat, name, presence: "here" as const, score: null }));
    const told = { view, seats, suspects: [] };
    for (const man of view.places.flatMap(({ samurai }) => samurai)) expect(summary({ ...told, language: "en" })).toContain(`samurai ${man.slice(1)}`);
    expect(names.reduce((text, name) => text.replaceAll(name, ""), summary({ ...told, language: "ja" }))).not.toMatch(/[A-Za-z]{2,}|\{/);
  });
});

describe("ink", () => {
  const suspect = (chance: number) => [{ seat: 0, places: { dojo: chance }, specials: {}, kunai: [], shuriken: [] }];

  test("below one in a hundred there is a number and no ink, at nothing neither", () => {
    expect(inkAt(suspect(0.004), "dojo")).toEqual([{ seat: 0, text: "<1%", size: 0 }]);
    expect(inkAt(suspect(0), "dojo")).toEqual([]);
    expect(inkAt(suspect(1), "west")).toEqual([]);
  });

  test("more is larger", () => {
    const sizes = [0.01, 0.1, 0.5, 1].map((chance) => inkAt(suspect(chance), "dojo")[0]!.size);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(4);
  });

  test("only what is certain is 100 %", () => {
    expect([0.996, 1, 0.0149].map(percent)).toEqual(["99%", "100%", "1%"]);
  });
});
