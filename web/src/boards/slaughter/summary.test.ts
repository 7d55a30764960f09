import { expect, test } from "vitest";
import type { GameEvent, SlaughterAids, SlaughterView } from "../../lib/protocol";
import { facts, takersOf, voids } from "./summary";

interface Moment {
  view: SlaughterView;
  aids: SlaughterAids;
  events: GameEvent[];
}

const moments = import.meta.glob<Moment>("../../../fixtures/slaughter/*.json", { eager: true, import: "default" });
const moment = (name: string) => moments[`../../../fixtures/slaughter/${name}.json`]!;

test.each(Object.entries(moments))("%s: the hollows are those of the tokens taken in this round", (_, { view, events }) => {
  const takers = takersOf(view, events);
  expect(takers).toHaveLength(view.tricks);
  expect(view.seats.map((__, seat) => takers.filter((taker) => taker === seat).length)).toEqual(view.seats.map(({ tokens }) => tokens));
});

test("without the events of the round the hollows are there, but nobody's", () => {
  const { view } = moment("follow");
  expect(takersOf(view, [])).toEqual(Array(view.tricks).fill(null));
});

test("of a divided hand only the first half is said to lack a colour (SD-6)", () => {
  const { view, aids } = moment("follow");
  expect(view.seats[3]!.second).toBeGreaterThan(0);
  expect(voids(view, aids, 3, "en")).toBe("no blue or green in the first half");
  expect(voids(view, aids, 3, "ja")).toBe("前半に青・緑なし");
  expect(voids(view, aids, 1, "en")).toBe("no red");
  expect(voids(view, aids, 0, "en")).toBe("");
  expect(facts(view, 3, "en")!.cards).toBe("0 + 4 cards");
});
