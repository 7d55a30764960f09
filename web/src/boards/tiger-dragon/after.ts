// How the table looks after one event.

import { OVER } from "../../lib/board";
import type { GameEvent, TigerDragonSeat, TigerDragonView } from "../../lib/protocol";

/** Face down in a row. */
export const DOWN = "?";

/** "round" is a phase of the picture only: everything is shown, the next round is not dealt. */
export function after(view: TigerDragonView, event: GameEvent): TigerDragonView {
  const seat = event.seat as number;
  const next = (seat + 1) % view.players;
  switch (event.kind) {
    case "deal":
      return dealt(view, event);
    case "foretell":
      return { ...change(view, seat, () => ({ foretold: event.tile ?? null })), turn: next };
    case "attack":
      return { ...unanswered(lay(view, seat, event.move!, event.move!)), phase: "defence", attacker: seat, attack: event.move!, turn: next };
    case "pass":
      return { ...change(view, seat, () => ({ passed: true })), turn: next };
    case "defend":
    case "last":
      return { ...unanswered(lay(view, seat, event.move!, event.move!)), phase: "attack", attacker: null, attack: null, turn: seat };
    case "lap": {
      const laid = change(lay(view, seat, DOWN, event.move), seat, ({ down }) => ({ down: down + 1 }));
      const down = seat === view.viewer && event.move ? [...view.down, event.move].sort(byKind) : view.down;
      return { ...unanswered(laid), down, phase: "attack", attacker: null, attack: null, turn: seat };
    }
    case "richi":
      return change(view, seat, () => ({ richi: true }));
    case "reveal": {
      const out = view.seats.findIndex(({ hand }) => hand === 0);
      const tile = view.seats[out]?.row.at(-1) ?? "";
      return { ...view, phase: "round", attack: null, attacker: null, previous: { seat: out, tile, field: view.battlefield?.name ?? view.field, points: 0, hands: event.hands, down: event.down, left: event.left } };
    }
    case "score":
      return { ...view, seats: view.seats.map((old, k) => ({ ...old, score: event.scores[k] })), previous: view.previous && { ...view.previous, seat, tile: event.tile, field: event.field, points: event.points } };
    case "end":
      return { ...view, phase: "over", turn: OVER };
    default:
      return view;
  }
}

/** A tile leaves the hand and lies in the row; `tile` is absent if the viewer does not know it. */
function lay(view: TigerDragonView, seat: number, shown: string, tile: string | undefined): TigerDragonView {
  const hand = [...view.hand];
  if (seat === view.viewer && tile && hand.includes(tile)) hand.splice(hand.lastIndexOf(tile), 1);
  return { ...change(view, seat, (old) => ({ hand: old.hand - 1, row: [...old.row, shown], richi: old.richi && old.hand > 1 })), hand };
}

function unanswered(view: TigerDragonView): TigerDragonView {
  return { ...view, seats: view.seats.map((old) => ({ ...old, passed: false })) };
}

function dealt(view: TigerDragonView, { round, starter, tiles }: GameEvent): TigerDragonView {
  const clean = { row: [], down: 0, foretold: null, passed: false, richi: false };
  const each = tiles ? tiles.length - (view.viewer === starter ? 1 : 0) : null;
  const seats = view.seats.map((old, k) => ({ ...old, ...clean, hand: each === null ? old.hand : each + (k === starter ? 1 : 0) }));
  return { ...view, round, starter, seats, hand: tiles ?? [], down: [], attacker: null, attack: null, phase: "attack", turn: starter };
}

function change(view: TigerDragonView, seat: number, how: (old: TigerDragonSeat) => Partial<TigerDragonSeat>): TigerDragonView {
  return { ...view, seats: view.seats.map((old, k) => (k === seat ? { ...old, ...how(old) } : old)) };
}

const KINDS = "12345678TD";

export function byKind(a: string, b: string): number {
  return KINDS.indexOf(a) - KINDS.indexOf(b);
}
