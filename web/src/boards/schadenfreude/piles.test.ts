import { expect, test } from "vitest";
import type { GameEvent, SchadenfreudeAids, SchadenfreudeView } from "../../lib/protocol";
import { cancelled, highest } from "./piles";

interface Moment {
  view: SchadenfreudeView;
  aids: SchadenfreudeAids;
  events: GameEvent[];
}

const moments = import.meta.glob<Moment>("../../../fixtures/schadenfreude/*.json", { eager: true, import: "default" });
const moment = (name: string) => moments[`../../../fixtures/schadenfreude/${name}.json`]!;

test.each(Object.entries(moments))("%s: what was taken is in the pile or struck in pairs", (_, { view, events }) => {
  const deal = events.findLastIndex(({ kind }) => kind === "deal");
  view.seats.forEach(({ pile }, seat) => {
    const taken = events.slice(deal).filter((event) => event.kind === "trick" && event.seat === seat).flatMap(({ cards }) => cards as string[]);
    expect(pile.length + 2 * cancelled(view, events, seat).length).toBe(taken.length);
  });
});

test("there are pairs to strike in the fixtures", () => {
  const { view, events } = moment("follow");
  expect(view.seats.flatMap((_, seat) => cancelled(view, events, seat)).length).toBeGreaterThan(0);
});

test("the highest card is the one above the winner's that is not taken", () => {
  const { view, aids } = moment("follow"); // flag 3 and −1 followed, shield −3 did not
  expect(highest(view, aids.winning, aids.takes)).toBe(0);
  expect(highest(view, null, [])).toBe(null);
});
