// How the table looks after an event. Pure, and only for drawing: the true view follows.

import { CHANCE, OVER, type GameEvent } from "../../lib/board";
import type { SchadenfreudeSeat, SchadenfreudeView } from "../../lib/protocol";

/** A view between two true ones: a trick that is won and still lies there, points just counted. */
export interface Drawn extends SchadenfreudeView {
  won?: GameEvent | undefined;
  counted?: GameEvent | undefined;
}

type Change = (view: Drawn, event: GameEvent) => Drawn;

const SUITS = "SFHKW";
export const rankOf = (card: string) => Number(card.slice(1));
const place = (card: string) => SUITS.indexOf(card[0]!) * 40 + rankOf(card);
const sorted = (cards: string[]) => [...cards].sort((a, b) => place(a) - place(b));

function seat(view: Drawn, which: number, change: (seat: SchadenfreudeSeat) => Partial<SchadenfreudeSeat>): Drawn {
  return { ...view, seats: view.seats.map((one, k) => (k === which ? { ...one, ...change(one) } : one)) };
}

/** One by one: a card meets its equal in the pile and both are gone. */
function piled(pile: string[], cards: string[]): string[] {
  return cards.reduce((left, card) => {
    const equal = left.find((other) => rankOf(other) === rankOf(card));
    return equal ? left.filter((other) => other !== equal) : sorted([...left, card]);
  }, pile);
}

const CHANGES: Record<string, Change> = {
  first: (view, { seat: leader }) => ({ ...view, leader: leader ?? null }),
  deal: (view, { round, leader, cards }) => ({
    ...view, round, leader, phase: "tricks", turn: leader, led: null, tricks: 0, played: [], hand: cards ?? [], counted: undefined,
    seats: view.seats.map((one) => ({ ...one, pile: [], hand: view.of_tricks, card: null })),
  }),
  play: (view, { seat: who, move }) => {
    const drawn = seat(view, who!, ({ hand }) => ({ hand: hand - 1, card: move! }));
    const full = drawn.seats.every(({ card }) => card !== null);
    return {
      ...drawn, hand: view.hand.filter((card) => card !== move), played: sorted([...view.played, move!]),
      led: view.led ?? (move![0] === "W" ? null : move![0]!), turn: full ? CHANCE : (who! + 1) % view.players,
    };
  },
  trick: (view, event) => ({ ...view, won: event }),
  score: (view, event) => ({ ...view, counted: event, turn: CHANCE, seats: view.seats.map((one, k) => ({ ...one, score: event.scores[k], points: event.points[k] })) }),
  end: (view) => ({ ...view, phase: "over", turn: OVER }),
};

/** The trick that lies there is taken: some of it into the winner's pile, the rest is out. */
export function settled(view: Drawn): Drawn {
  const { won, ...rest } = view;
  if (!won) return view;
  const cleared = { ...rest, seats: rest.seats.map((one) => ({ ...one, card: null })) };
  return { ...seat(cleared, won.seat!, ({ pile }) => ({ pile: piled(pile, won.cards) })), tricks: view.tricks + 1, led: null, leader: won.seat!, turn: won.seat! };
}

export function after(view: SchadenfreudeView, event: GameEvent): Drawn {
  const now = settled(view);
  return CHANGES[event.kind]?.(now, event) ?? now;
}
