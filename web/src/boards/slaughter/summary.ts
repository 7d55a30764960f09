// The table in words, and what its pieces say: for screen readers and for the plaques.

import type { GameEvent, Language, SeatInfo } from "../../lib/board";
import type { SlaughterAids, SlaughterView } from "../../lib/protocol";
import { colourName, joined, speaker } from "./texts";

/** Who took each slice that is gone, from the tail on; null where it is not known. */
export function takersOf(view: SlaughterView, events: GameEvent[]): (number | null)[] {
  const start = events.findLastIndex(({ kind, round }) => kind === "deal" && round === view.round);
  const taken = start < 0 ? [] : events.slice(start).filter(({ kind }) => kind === "trick").map(({ seat }) => seat ?? null);
  const known = taken.slice(0, view.tricks);
  return [...Array<null>(view.tricks - known.length).fill(null), ...known];
}

export function facts(view: SlaughterView, seat: number, language: Language) {
  const one = view.seats[seat];
  if (!one) return null;
  const say = speaker(language);
  const cards = one.second ? say("halves", { first: one.hand, second: one.second }) : one.hand === 1 ? say("card") : say("cards", { n: one.hand });
  return { tokens: one.tokens, slices: one.tokens === 1 ? say("slice") : say("slices", { n: one.tokens }), cards, purple: one.purple.map((card) => card.slice(1)) };
}

/** Colours that a hand is known not to have; of a divided hand only the first half is meant. */
export function voids(view: SlaughterView, aids: SlaughterAids, seat: number, language: Language): string {
  const say = speaker(language);
  const colours = (aids.void[seat] ?? []).map((colour) => colourName(colour, language));
  return colours.length ? say(view.seats[seat]?.second ? "noColourFirst" : "noColour", { colours: colours.join(say("or")) }) : "";
}

export function summary({ view, seats, aids, language, name }: { view: SlaughterView; seats: SeatInfo[]; aids: SlaughterAids | null; language: Language; name: (card: string) => string }): string {
  const say = speaker(language);
  const said: string[] = [];
  if (view.trump) said.push(say("trumpIs", { colour: colourName(view.trump, language) }));
  const laid = seats.filter(({ seat }) => view.seats[seat]?.card).map(({ seat, name: who }) => say("played", { name: who, card: name(view.seats[seat]!.card!) }));
  if (view.phase === "tricks") said.push(laid.length ? `${joined(laid, language)}.` : say("nobodyPlayed"));
  if (aids?.winning != null && laid.length) said.push(say("wins", { name: seats[aids.winning]?.name ?? "" }));
  if (view.revealed.length) said.push(say("revealed", { cards: joined(view.revealed.map(name), language) }));
  return said.join(" ");
}
