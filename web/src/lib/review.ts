// What a review makes of the judged decisions of a game: a line for each seat, and where it turned.
// A seat's line has a point for each of its own decisions: its chance to win by what it knew then.

import type { Judged, Review } from "./protocol";

export interface Point {
  /** so many moves had been made */
  at: number;
  chance: number;
}

export interface Turn {
  at: number;
  seat: number;
  /** a better move was there, or the cards and the others changed the seat's chances */
  kind: "missed" | "swing";
  /** chances of this seat before and after */
  from: number;
  to: number;
  judged: Judged;
}

const LEAST = 0.04; // a smaller loss is no turning point
const SWING = 0.15;
const MOST = 8;
const SURE = 2; // standard errors

export const loss = (one: Judged): number => Math.max(0, one.best_chance - one.chance);

/** Is the best move better by more than chance alone may tell? */
export function missed(one: Judged): boolean {
  if (one.best === one.move || one.error === null) return false;
  return loss(one) >= Math.max(LEAST, SURE * Math.hypot(one.error, one.best_error ?? 0));
}

export function lines(review: Review, seats: number, moves: number): Point[][] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = review.judged.filter((one) => one.seat === seat).map(({ at, best_chance }) => ({ at, chance: best_chance }));
    const share = review.shares[seat];
    return share === undefined || !own.length ? own : [...own, { at: moves, chance: share }];
  });
}

/** The moments that changed most, in the order of the game. */
export function turns(review: Review): Turn[] {
  const found: Turn[] = [];
  const last = new Map<number, Judged>();
  for (const one of review.judged) {
    const before = last.get(one.seat);
    last.set(one.seat, one);
    if (missed(one)) found.push({ at: one.at, seat: one.seat, kind: "missed", from: one.best_chance, to: one.chance, judged: one });
    // what its own move cost the seat is told there
    const left = before && (before.error === null ? before.best_chance : before.chance);
    if (left !== undefined && Math.abs(one.best_chance - left) >= SWING) {
      found.push({ at: one.at, seat: one.seat, kind: "swing", from: left, to: one.best_chance, judged: one });
    }
  }
  const size = (turn: Turn) => Math.abs(turn.to - turn.from) * (turn.kind === "missed" ? 1.5 : 1);
  return found.sort((a, b) => size(b) - size(a)).slice(0, MOST).sort((a, b) => a.at - b.at);
}

/** A line as the path of a drawing that is `width` by `height`. */
export function path(points: Point[], moves: number, width: number, height: number): string {
  const x = (at: number) => ((at / Math.max(moves, 1)) * width).toFixed(1);
  const y = (chance: number) => ((1 - chance) * height).toFixed(1);
  return points.map(({ at, chance }, k) => `${k ? "L" : "M"}${x(at)} ${y(chance)}`).join("");
}

/** A seat's chance as of its last decision before this move; null before its first. */
export function chanceAt(points: Point[], at: number): number | null {
  return points.findLast((point) => point.at <= at)?.chance ?? null;
}
