import { describe, expect, test } from "vitest";
import type { GameEvent, TigerDragonView } from "../../lib/protocol";
import { after, DOWN } from "./after";
import { answering, columns } from "./row";

interface Moment {
  view: TigerDragonView;
  events: GameEvent[];
  step: { view: TigerDragonView; events: GameEvent[] };
}

const moments = import.meta.glob<Moment>("../../../fixtures/tiger-dragon/*.json", { eager: true, import: "default" });

describe.each(Object.entries(moments))("%s", (_, { view, events, step }) => {
  test("the events lead from one view to the next", () => {
    const next = step.events.reduce(after, view);
    const facts = ["hand", "down", "attack", "attacker", "round", "previous"] as const;
    for (const fact of facts) expect(next[fact], fact).toEqual(step.view[fact]);
    expect(next.seats).toEqual(step.view.seats);
  });

  test("the events lead from the deal to the view", () => {
    const start: TigerDragonView = { ...view, hand: [], down: [], previous: null, attack: null, attacker: null, seats: view.seats.map((seat) => ({ ...seat, score: 0 })) };
    const shown = events.reduce(after, start);
    expect(shown.hand).toEqual(view.hand);
    expect(shown.down).toEqual(view.down);
    expect(shown.seats.map(({ row, down, foretold, passed, score }) => ({ row, down, foretold, passed, score }))).toEqual(
      view.seats.map(({ row, down, foretold, passed, score }) => ({ row, down, foretold, passed, score })),
    );
  });
});

test("the start player's first tile stands alone, a defence lies under the attack that follows it", () => {
  expect(columns(["7", "5", "6", DOWN], true)).toEqual([
    { attack: { tile: "7", k: 0 }, below: null },
    { attack: { tile: "6", k: 2 }, below: { tile: "5", k: 1 } },
    { attack: null, below: { tile: DOWN, k: 3 } },
  ]);
  expect(columns(["6", "4", "7"], false)).toEqual([
    { attack: { tile: "4", k: 1 }, below: { tile: "6", k: 0 } },
    { attack: null, below: { tile: "7", k: 2 } },
  ]);
});

test("the others answer from the attacker's left", () => {
  expect(answering(4, 2)).toEqual([3, 0, 1]);
});
