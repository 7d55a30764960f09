// How the map looks right after an event. The events of a judged round come in the order of BB-30;
// samurai that moved are carried over when the round is behind us.

import type { GameEvent } from "../../lib/board";
import type { BushidoNinja, BushidoPlace, BushidoView } from "../../lib/protocol";

export interface Drawn extends BushidoView {
  /** samurai of whom it was just told that they died; they leave with the next event */
  dying?: string[];
  /** where ninja were seen in the round that is being told */
  seen?: { seat: number; place: string }[];
  /** rooms of which the event speaks */
  touched?: string[];
}

export function after(view: Drawn, event: GameEvent): Drawn {
  const { touched: _, ...still } = view;
  const shown = bury(still);
  return STEPS[event.kind]?.(shown, event) ?? shown;
}

const STEPS: Record<string, (view: Drawn, event: GameEvent) => Drawn> = {
  gate: (view, { move }) => (move && view.own ? { ...view, own: { ...view.own, place: move.split(":")[1]!, gate: move.split(":")[1]! } } : view),
  lay: (view, { move }) => (move && view.own ? { ...view, own: { ...view.own, notepad: [...view.own.notepad, move] } } : view),
  play: (view, { move }) => ({ ...inRound(view, (round) => ({ ...round, played: [...round.played, move!] })), touched: placesOf(view, [move!.slice(0, 2)]) }),
  round: (view, { left }) => ({ ...view, left, turn: null, seen: [] }),
  shown: (view, event) => seen(fated(view, event), event),
  deaths: (view, { samurai }) => ({ ...view, dying: samurai, touched: placesOf(view, samurai) }),
  alarms: (view, { places }) => ({ ...withAlarms(view, places, false), disabled: view.disabled + places.length, touched: places }),
  chirp: (view) => ({ ...view, touched: view.places.filter(({ floor }) => floor).map(({ name }) => name) }),
  asked: (view, { question }) => (question === "special" ? walk(view) : view),
  after: (view, { move }) => laid(walk(view), move!),
  begin: (view, { round }) => {
    const { seen: _, ...next } = walk(view);
    if (view.rounds.at(-1)!.round >= round) return { ...next, round };
    return { ...next, round, rounds: [...view.rounds, { round, played: [], shown: [], dead: [], disabled: [], chirps: [], words: {}, laid: [] }] };
  },
};

function seen(view: Drawn, { seat, at }: GameEvent): Drawn {
  return at ? { ...view, seen: [...(view.seen ?? []), { seat: seat!, place: at }], touched: [at] } : view;
}

/** What became of a ninja, as the event tells it. */
function fated(view: Drawn, { seat, fate }: GameEvent): Drawn {
  const change = (ninja: BushidoNinja) => (fate === "noticed" ? { ...ninja, notices: ninja.notices + 1 } : fate === "killed" || fate === "captured" ? { ...ninja, state: fate } : ninja);
  return { ...view, ninja: view.ninja.map((ninja) => (ninja.seat === seat ? change(ninja) : ninja)) };
}

function inRound(view: Drawn, change: (round: BushidoView["rounds"][number]) => BushidoView["rounds"][number]): Drawn {
  return { ...view, rounds: [...view.rounds.slice(0, -1), change(view.rounds.at(-1)!)] };
}

function bury(view: Drawn): Drawn {
  const { dying, ...living } = view;
  if (!dying) return view;
  return { ...living, places: view.places.map((place) => ({ ...place, samurai: place.samurai.filter((man) => !dying.includes(man)) })) };
}

/** The cards of the round are taken up, and whoever was told to move does. */
function walk(view: Drawn): Drawn {
  const ways = new Map((view.rounds.at(-1)?.played ?? []).filter((move) => move.includes(":move:")).map((move) => [move.slice(0, 2), move.split(":")[2]!]));
  const walking = view.places.flatMap(({ samurai }) => samurai).filter((man) => ways.has(man));
  const places = view.places.map((place) => {
    const staying = place.samurai.filter((man) => !walking.includes(man));
    const coming = walking.filter((man) => ways.get(man) === place.name);
    return { ...place, samurai: [...staying, ...coming].sort() };
  });
  return inRound({ ...view, places }, (round) => ({ ...round, played: [] }));
}

function laid(view: Drawn, move: string): Drawn {
  const [card, rest = ""] = move.split(":");
  if (card === "repair") {
    const places = rest.split(",");
    return { ...withAlarms(view, places, true), disabled: view.disabled - places.length, touched: places };
  }
  return card === "reinforce" ? { ...view, touched: rest.split(",") } : view;
}

function withAlarms(view: Drawn, names: string[], alarm: boolean): Drawn {
  return { ...view, places: view.places.map((place) => (names.includes(place.name) ? { ...place, alarm } : place)) };
}

function placesOf(view: Drawn, men: string[]): string[] {
  const holds = ({ samurai }: BushidoPlace) => samurai.some((man) => men.includes(man));
  return view.places.filter(holds).map(({ name }) => name);
}
