// How the table looks after an event. Pure, and only for drawing: the true view follows.

import { CHANCE, OVER, type GameEvent } from "../../lib/board";
import type { SlaughterSeat, SlaughterView } from "../../lib/protocol";

/** A view between two true ones: a trick that is won and still lies there, points just counted. */
export interface Drawn extends SlaughterView {
  won?: GameEvent | undefined;
  counted?: GameEvent | undefined;
}

type Change = (view: Drawn, event: GameEvent) => Drawn;

const COLOURS = "PRBG";
const place = (card: string) => COLOURS.indexOf(card[0]!) * 20 + Number(card.slice(1));
const sorted = (cards: string[]) => [...cards].sort((a, b) => place(a) - place(b));
const without = (cards: string[], card: string | undefined) => cards.filter((other) => other !== card);
const into = (cards: string[], ...more: string[]) => sorted([...cards, ...more]);
const next = (view: Drawn, seat: number) => (seat + 1) % view.players;

function seat(view: Drawn, which: number, change: (seat: SlaughterSeat) => Partial<SlaughterSeat>): Drawn {
  return { ...view, seats: view.seats.map((one, k) => (k === which ? { ...one, ...change(one) } : one)) };
}

/** A card leaves a hand; its name is known only to some. */
function leaves(view: Drawn, from: number, card?: string): Drawn {
  return { ...seat(view, from, ({ hand }) => ({ hand: hand - 1 })), hand: without(view.hand, card) };
}

function comes(view: Drawn, to: number, card?: string): Drawn {
  const drawn = seat(view, to, ({ hand }) => ({ hand: hand + 1 }));
  return to === view.viewer && card ? { ...drawn, hand: into(view.hand, card) } : drawn;
}

const whole = (view: Drawn) => view.of_tricks;
const others = (view: Drawn) => view.seats.filter((_, k) => k !== view.called?.seat);

const CHANGES: Record<string, Change> = {
  first: (view, { seat: leader }) => ({ ...view, leader: leader ?? null }),
  deal: (view, { round, leader, cards }) => ({
    ...view, round, leader, phase: "trump", turn: CHANCE, trump: null, led: null, purple_taken: false, tricks: 0,
    scale: Object.keys(view.indicators).length * 12 - view.players * whole(view),
    played: [], called: null, summoner: null, hand: cards ?? [], second: [], returned: [], gifts: [], revealed: [], counted: undefined,
    seats: view.seats.map(({ score, points }) => ({ score, points, tokens: 0, purple: [], hand: whole(view), second: 0, card: null })),
  }),
  trump: (view, { trump }) => ({ ...view, trump, indicators: { ...view.indicators, [trump]: (view.indicators[trump] ?? 1) - 1 } }),
  summon: (view, { seat: who, move }) => ({ ...comes(view, who!, move?.slice(1)), scale: view.scale - 1, summoner: who!, phase: "returning", turn: who! }),
  return: (view, { seat: who, move }) => ({ ...leaves(view, who!, move), returned: into(view.returned, move!), scale: view.scale + 1 }),
  returned: (view, { seat: who }) => {
    const back = view.seats[who!]!.hand - whole(view);
    return { ...seat(view, who!, () => ({ hand: whole(view) })), scale: view.scale + back };
  },
  call: (view, { seat: who, number, jutsu }) => ({
    ...view, called: { seat: who!, number, jutsu }, phase: jutsu === "division" ? "division" : "giving", turn: jutsu === "division" ? who! : next(view, who!),
  }),
  divide: (view, { seat: who, move }) => seat({ ...leaves(view, who!, move), second: into(view.second, move!) }, who!, ({ second }) => ({ second: second + 1 })),
  divided: (view, { seat: who, first, second }) => ({ ...seat(view, who!, () => ({ hand: first, second })), phase: "tricks", turn: view.leader ?? CHANCE }),
  give: (view, { seat: who, to, move }) => {
    let drawn = leaves(view, who!, move);
    if (move) drawn = { ...drawn, gifts: [...view.gifts, { giver: who!, to, card: move }] };
    if (others(drawn).some(({ hand }) => hand >= whole(view))) return { ...drawn, turn: next(view, who!) };
    drawn = seat(drawn, to, ({ hand }) => ({ hand: hand + view.players - 1 }));
    return { ...drawn, phase: "repaying", turn: to };
  },
  take: (view, { seat: who, cards }) => {
    const given = cards as [number, string][];
    return { ...view, hand: into(view.hand, ...given.map(([, card]) => card)), gifts: given.map(([giver, card]) => ({ giver, to: who!, card })) };
  },
  repay: (view, { seat: who, to, move }) => {
    let drawn = comes(leaves(view, who!, move), to, move);
    if (move) drawn = { ...drawn, gifts: inOrder([...view.gifts, { giver: who!, to, card: move }], who!) };
    if (others(drawn).some(({ hand }) => hand < whole(view))) return drawn;
    return { ...drawn, phase: "tricks", turn: view.leader ?? CHANCE };
  },
  play: (view, { seat: who, move }) => {
    const drawn = seat(leaves(view, who!, move), who!, () => ({ card: move! }));
    const full = drawn.seats.every(({ card }) => card !== null);
    return { ...drawn, led: view.led ?? move![0]!, leader: view.led ? view.leader : who!, played: into(view.played, move!), turn: full ? CHANCE : next(view, who!) };
  },
  trick: (view, event) => ({ ...view, won: event }),
  "pick-up": (view, { seat: who }) => ({
    ...seat(view, who!, ({ second }) => ({ hand: second, second: 0 })), ...(who === view.viewer ? { hand: view.second, second: [] } : {}),
  }),
  scale: (view, { seat: who, cards }) => ({ ...seat(view, who!, ({ purple }) => ({ purple: into(purple, ...purples(cards)) })), revealed: cards, turn: CHANCE }),
  score: (view, event) => ({
    ...view, counted: event, seats: view.seats.map((one, k) => ({ ...one, score: event.scores[k], points: [...one.points, event.points[k]] })),
  }),
  end: (view) => ({ ...view, phase: "over", turn: OVER }),
};

const purples = (cards: string[]) => cards.filter((card) => card[0] === "P");
/** As the view lists them: by the seat that is not the soul-sucker, what it gave first. */
const inOrder = (gifts: SlaughterView["gifts"], caller: number) =>
  [...gifts].sort((a, b) => seatOf(a, caller) - seatOf(b, caller) || Number(a.giver === caller) - Number(b.giver === caller));
const seatOf = ({ giver, to }: SlaughterView["gifts"][number], caller: number) => (giver === caller ? to : giver);

/** The trick that lies there goes to its winner, and the next slice of the dragon with it. */
export function settled(view: Drawn): Drawn {
  const { won, ...rest } = view;
  if (!won) return view;
  const cleared = { ...rest, seats: rest.seats.map((one) => ({ ...one, card: null })) };
  const taken: string[] = won.cards;
  return {
    ...seat(cleared, won.seat!, ({ tokens, purple }) => ({ tokens: tokens + 1, purple: into(purple, ...taken) })),
    tricks: view.tricks + 1, led: null, leader: won.seat!, turn: won.seat!, purple_taken: view.purple_taken || taken.length > 0,
  };
}

export function after(view: SlaughterView, event: GameEvent): Drawn {
  const now = settled(view);
  return CHANGES[event.kind]?.(now, event) ?? now;
}
