import { describe, expect, test } from "vitest";
import type { Branch, GameEvent, TatsuView, Tree } from "../../lib/protocol";
import { after, composed } from "./after";
import { named, type Stone } from "./stones";

interface Moment {
  view: TatsuView;
  choice: Tree | null;
  step: { view: TatsuView; events: GameEvent[]; actions: string[] };
  events: GameEvent[];
}

const moments = import.meta.glob<Moment>("../../../fixtures/tatsu/*.json", { eager: true, import: "default" });
const START: Pick<TatsuView, "arena" | "seats"> = {
  arena: { 1: ["bV"], 2: ["bV"], 3: ["bV"], 13: ["wV"], 14: ["wV"], 15: ["wV"] },
  seats: [0, 1].map(() => ({ tray: { V: 1, W: 3, F: 2 }, mat: { V: 0, W: 0, F: 0 }, dead: { V: 0, W: 0, F: 0 }, arena: 3 })),
};

describe.each(Object.entries(moments))("%s", (_, { view, choice, events, step }) => {
  test("the events lead from the start to the view, and on to the next one", () => {
    const shown = events.reduce(after, { ...view, ...START });
    expect({ arena: shown.arena, seats: shown.seats, left: shown.left }).toEqual({ arena: view.arena, seats: view.seats, left: view.left });
    const next = step.events.reduce(after, view);
    for (const fact of ["arena", "seats", "dice", "number", "mover", "turn", "winners", "reason"] as const) {
      if (fact === "mover" && step.view.phase !== "move") continue; // nobody moves when all is over
      expect(next[fact], fact).toEqual(step.view[fact]);
    }
  });

  test("what is composed looks like what is played", () => {
    if (!choice) return;
    let [drawn, nodes] = [view, choice.which];
    for (const move of step.actions) {
      const node: Branch = nodes.find((one) => one.move === move)!;
      [drawn, nodes] = [composed(drawn, node, choice.seat), node.then];
    }
    const own = step.events.findIndex((event) => event.kind === "roll");
    const played = step.events.slice(0, own < 0 ? undefined : own).reduce(after, view);
    expect({ arena: drawn.arena, seats: drawn.seats }).toEqual({ arena: played.arena, seats: played.seats });
  });

  test("all eighteen stones keep their names, and one event moves no stone that it does not name", () => {
    let shown: TatsuView = { ...view, ...START };
    let stones: Stone[] = named(shown);
    for (const event of events) {
      shown = after(shown, event);
      const next = named(shown, stones);
      expect(new Set(next.map((stone) => stone.id)).size).toBe(18);
      const moved = next.filter((stone) => stones.find((old) => old.id === stone.id)!.spot.split(".")[0] !== stone.spot.split(".")[0]);
      expect(moved.length).toBeLessThanOrEqual(1);
      stones = next;
    }
  });
});
