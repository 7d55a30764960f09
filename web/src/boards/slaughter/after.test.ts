// What `after` draws must end where the true view is: otherwise things jump when a step is over.
import { expect, test } from "vitest";
import type { GameEvent, SlaughterView } from "../../lib/protocol";
import { after, settled, type Drawn } from "./after";

interface Moment {
  view: SlaughterView;
  step: { view: SlaughterView; events: GameEvent[] };
}

const moments = import.meta.glob<Moment>("../../../fixtures/slaughter/*.json", { eager: true, import: "default" });

test.each(Object.entries(moments))("%s: the events lead to the true view", (_, { view, step }) => {
  const before = JSON.stringify(view);
  const { counted: _counted, ...end } = settled(step.events.reduce<Drawn>(after, view));
  expect(end).toEqual(step.view);
  expect(JSON.stringify(view)).toBe(before);
});

test("a trick that is won lies there until something else happens", () => {
  const { view, step } = Object.entries(moments).find(([path]) => path.endsWith("follow.json"))![1];
  const at = step.events.findIndex(({ kind }) => kind === "trick");
  const won = step.events.slice(0, at + 1).reduce<Drawn>(after, view);
  expect(won.seats.every(({ card }) => card !== null)).toBe(true);
  expect(won.tricks).toBe(view.tricks);
  expect(settled(won).tricks).toBe(view.tricks + 1);
  expect(settled(won).seats.some(({ card }) => card !== null)).toBe(false);
});
