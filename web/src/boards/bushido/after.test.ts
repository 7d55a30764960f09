import { describe, expect, test } from "vitest";
import type { GameEvent } from "../../lib/board";
import type { BushidoView } from "../../lib/protocol";
import { after, type Drawn } from "./after";
import { playedFor } from "./map";

interface Moment {
  view: BushidoView;
  step: { view: BushidoView; events: GameEvent[] };
}
const moments = Object.entries(import.meta.glob<Moment>("../../../fixtures/bushido/*.json", { eager: true, import: "default" }));
const named = (name: string) => moments.find(([path]) => path.endsWith(`/${name}.json`))![1];
const men = ({ places }: BushidoView) => Object.fromEntries(places.map(({ name, samurai }) => [name, samurai]));
const event = (kind: string, facts: object = {}): GameEvent => ({ n: 0, kind, text: "", ...facts });

describe.each(moments.filter(([, { step }]) => step.events.length))("%s", (_, { view, step }) => {
  test("drawn event by event, samurai, alarms, cards and clocks end where the true view has them", () => {
    const before = structuredClone(view);
    const drawn = step.events.reduce<Drawn>(after, view);
    expect(view).toEqual(before);
    const settled = after(drawn, event("begin", { round: step.view.round }));
    expect(men(settled)).toEqual(men(after(step.view, event("begin", { round: step.view.round }))));
    expect(settled.places.map(({ alarm }) => alarm)).toEqual(step.view.places.map(({ alarm }) => alarm));
    expect([drawn.left, drawn.disabled]).toEqual([step.view.left, step.view.disabled]);
    expect(drawn.ninja.map(({ state }) => state)).toEqual(step.view.ninja.map(({ state }) => state));
    if (step.view.phase !== "over") expect(drawn.ninja.map(({ notices }) => notices)).toEqual(step.view.ninja.map(({ notices }) => notices));
    if (step.view.phase !== "over") expect(playedFor(drawn)).toEqual(playedFor(step.view));
  });
});

describe("a round is told in the order of BB-30", () => {
  const { view } = named("partner");
  const played = after(view, event("play", { seat: 2, move: "s5:move:west" }));

  test("who is told to move stays until the round is judged", () => {
    expect(men(played)["daimyo"]).toContain("s5");
    const begun = after(after(played, event("round", { round: 6, left: 29 })), event("begin", { round: 7 }));
    expect(men(begun)["west"]).toContain("s5");
    expect(playedFor(begun).size).toBe(0);
  });

  test("the dead are struck first, leave with the next event, and do not move", () => {
    const told = after(after(played, event("round", { round: 6, left: 29 })), event("deaths", { samurai: ["s5"] }));
    expect(told.dying).toEqual(["s5"]);
    expect(told.touched).toEqual(["daimyo"]);
    const begun = after(told, event("begin", { round: 7 }));
    expect(begun.dying).toBeUndefined();
    expect(Object.values(men(begun)).flat()).not.toContain("s5");
  });

  test("a ninja that was noticed is drawn where it was, until the next round", () => {
    const told = after(played, event("shown", { seat: 0, fate: "noticed", at: "castle", action: "hide" }));
    expect(told.seen).toEqual([{ seat: 0, place: "castle" }]);
    expect(after(told, event("begin", { round: 7 })).seen).toBeUndefined();
  });

  test("alarms go off where it is told, and are mended by Repair Alarms", () => {
    const off = after(played, event("alarms", { places: ["dojo"] }));
    expect(off.disabled).toBe(view.disabled + 1);
    expect(off.places.find(({ name }) => name === "dojo")!.alarm).toBe(false);
    const mended = after(off, event("after", { seat: 1, move: "repair:dojo" }));
    expect(mended.disabled).toBe(view.disabled);
    expect(mended.places.find(({ name }) => name === "dojo")!.alarm).toBe(true);
  });
});
