// What `after` draws must end where the true view is: otherwise things jump when a step is over.
import { expect, test } from "vitest";
import type { GameEvent, SchadenfreudeView } from "../../lib/protocol";
import { after, settled, type Drawn } from "./after";

interface Moment {
  view: SchadenfreudeView;
  step: { view: SchadenfreudeView; events: GameEvent[] };
}

const moments = import.meta.glob<Moment>("../../../fixtures/schadenfreude/*.json", { eager: true, import: "default" });

test.each(Object.entries(moments))("%s: the events lead to the true view", (_, { view, step }) => {
  const before = JSON.stringify(view);
  const { counted: _counted, ...end } = settled(step.events.reduce<Drawn>(after, view));
  expect(end).toEqual(step.view);
  expect(JSON.stringify(view)).toBe(before);
});

test("equal ranks of the pile and of what is taken go in pairs (SF-7)", () => {
  const { view } = Object.values(moments)[0]!;
  const seats = view.seats.map((one, k) => (k === 0 ? { ...one, pile: ["S5", "F2"] } : one));
  const won = (cards: string[]) => settled(after({ ...view, seats }, { n: 1, kind: "trick", text: "", seat: 0, cards })).seats[0]!.pile;
  expect(won(["F5", "K7"])).toEqual(["F2", "K7"]);
  expect(won(["H1", "K1"])).toEqual(["S5", "F2"]);
  expect(won(["F5", "H5"])).toEqual(["F2", "H5"]);
});
