// What a tap on a stone means, read from the tree of the choice. The tree knows the rules.

import type { Branch, GameEvent, TatsuView } from "../../lib/protocol";
import { seatOf } from "./stones";
import { SEGMENTS } from "./ring";

/** Whence a part of a turn comes: a segment, or a kind on the mat. */
export function sourceOf(node: Branch): string {
  return node.from === null ? node.stone : String(node.from);
}

/** The same of a move as it is written: "17-22", "x9-13", "W-3". */
export function sourceIn(move: string): string {
  return move.replace("x", "").split("-")[0]!;
}

/** The stones that can be used, each with one of its moves. */
export function sources(nodes: Branch[]): Map<string, Branch> {
  return new Map(nodes.map((node) => [sourceOf(node), node]));
}

export function landings(nodes: Branch[], source: string): Branch[] {
  return nodes.filter((node) => sourceOf(node) === source);
}

/** A move to ask about when a stone that cannot be used is tapped: with the first die that is left. */
export function questionAbout(view: TatsuView, seat: number, segment: number): string {
  const [first = 1, second = 2] = view.entries[seat] ?? [];
  const to = (((segment - 1 + (second - first) * (view.left[0] ?? 1)) % SEGMENTS) + SEGMENTS) % SEGMENTS;
  const codes = view.arena[segment] ?? [];
  const beneathEnemy = codes.length > 1 && seatOf(codes.at(-1)!) !== seat;
  return `${beneathEnemy ? "x" : ""}${segment}-${to + 1}`;
}

const MOVES = new Set(["move", "enter", "escape"]);

/** Where the stones of the last turn ended; nothing while one's own was the last. */
export function lastTurn(events: GameEvent[], viewer: number): Set<number> {
  const at = events.findLastIndex((event) => MOVES.has(event.kind));
  const mover = events[at]?.seat;
  const ends = new Set<number>();
  if (mover === undefined || mover === viewer) return ends;
  for (let k = at; k >= 0 && events[k]!.kind !== "roll"; k--) if (MOVES.has(events[k]!.kind)) ends.add(events[k]!.to);
  return ends;
}
