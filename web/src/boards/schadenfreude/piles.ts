// What became of the cards that were taken: the pairs that cancelled each other.

import type { GameEvent } from "../../lib/board";
import type { SchadenfreudeView } from "../../lib/protocol";
import { rankOf } from "./after";

/** Ranks of which a pair is gone from this seat's pile, one entry for each pair. */
export function cancelled(view: SchadenfreudeView, events: GameEvent[], seat: number): number[] {
  const start = events.findLastIndex(({ kind, round }) => kind === "deal" && round === view.round);
  if (start < 0) return [];
  const tricks = events.slice(start).filter(({ kind }) => kind === "trick").slice(0, view.tricks);
  const taken = tricks.filter((event) => event.seat === seat).flatMap(({ cards }) => cards as string[]);
  const count = new Map<number, number>();
  for (const card of taken) count.set(rankOf(card), (count.get(rankOf(card)) ?? 0) + 1);
  for (const card of view.seats[seat]?.pile ?? []) count.set(rankOf(card), (count.get(rankOf(card)) ?? 0) - 1);
  return [...count].sort(([a], [b]) => a - b).flatMap(([rank, left]) => Array<number>(Math.max(0, left >> 1)).fill(rank));
}

/**
 * Who has the highest card of the suit. The winner takes its own card and all that did not follow,
 * so whoever lies above it and is not taken is the one above the second.
 */
export function highest(view: SchadenfreudeView, winner: number | null, takes: string[]): number | null {
  const own = winner === null ? null : view.seats[winner]?.card;
  if (!own) return null;
  const above = view.seats.findIndex(({ card }) => card !== null && !takes.includes(card) && rankOf(card) > rankOf(own));
  return above < 0 ? null : above;
}
