// How the table looks after one event, and after a part of a turn that is only composed yet.

import { OVER } from "../../lib/board";
import type { Branch, GameEvent, TatsuSeat, TatsuView } from "../../lib/protocol";
import { SIDES } from "./stones";

type Zone = "tray" | "mat" | "dead";
type Told = Omit<GameEvent, "n" | "text">;

export function after(view: TatsuView, event: Told): TatsuView {
  const seat = event.seat as number;
  switch (event.kind) {
    case "first":
      return { ...view, mover: seat };
    case "roll":
      return { ...view, mover: seat, turn: seat, number: event.number, dice: event.dice, left: event.passes ? [] : event.dice };
    case "enter":
    case "move":
    case "escape":
      return travel(view, event);
    case "expel":
      return count(take(view, event), seat, "tray", event.stone, 1);
    case "destroy":
      return count(take(view, event), 1 - seat, "dead", event.stone, 1);
    case "recruit":
      return count(count(view, seat, "tray", event.stone, -1), seat, "mat", event.stone, 1);
    case "end":
      return { ...view, phase: "over", turn: OVER, left: [], winners: event.winners, reason: event.reason };
    default: // "hold", "entangle" and "free" are seen by where the stones lie
      return view;
  }
}

/** A part of a turn that is chosen but not played. */
export function composed(view: TatsuView, node: Branch, seat: number): TatsuView {
  return eventsOf(node, seat).reduce(after, view);
}

export function eventsOf(node: Branch, seat: number): Told[] {
  const told: Told[] = [{ ...node, seat, kind: node.kind }];
  if (node.effect) told.push({ kind: node.effect as string, seat: SIDES.indexOf(node.on[0]), stone: node.on[1], segment: node.to });
  if (node.recruit) told.push({ kind: "recruit", seat, stone: node.recruit, segment: node.to });
  return told;
}

function travel(view: TatsuView, { kind, seat, stone, from, to, die, lost }: Told): TatsuView {
  const arena = { ...view.arena };
  if (kind !== "enter") {
    const there = [...(arena[from] ?? [])];
    // the outer stone moves, the inner one escapes
    if (kind === "escape") there.shift();
    else there.pop();
    if (there.length) arena[from] = there;
    else delete arena[from];
  }
  arena[to] = [...(arena[to] ?? []), SIDES[seat as number]! + (stone as string)];
  const left = [...view.left];
  for (const used of [die, lost]) if (left.includes(used)) left.splice(left.indexOf(used), 1);
  const moved = { ...view, arena, left };
  return kind === "enter" ? onRing(count(moved, seat as number, "mat", stone, -1), seat as number, 1) : moved;
}

/** A stone leaves the ring: the one that lay there first. */
function take(view: TatsuView, { seat, segment, stone }: Told): TatsuView {
  const there = [...(view.arena[segment] ?? [])];
  const at = there.indexOf(SIDES[seat as number]! + (stone as string));
  if (at >= 0) there.splice(at, 1);
  return onRing({ ...view, arena: { ...view.arena, [segment]: there } }, seat as number, -1);
}

function count(view: TatsuView, seat: number, zone: Zone, stone: string, by: number): TatsuView {
  return change(view, seat, (old) => ({ ...old, [zone]: { ...old[zone], [stone]: (old[zone][stone] ?? 0) + by } }));
}

function onRing(view: TatsuView, seat: number, by: number): TatsuView {
  return change(view, seat, (old) => ({ ...old, arena: old.arena + by }));
}

function change(view: TatsuView, seat: number, how: (old: TatsuSeat) => TatsuSeat): TatsuView {
  return { ...view, seats: view.seats.map((old, k) => (k === seat ? how(old) : old)) };
}
