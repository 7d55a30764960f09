// Where the rooms lie on the screen, and how large a blot of ink is.

import type { BushidoPlace, BushidoSuspect, BushidoView } from "../../lib/protocol";

/** row and column, from 1 */
export type Spot = [number, number];

const TWO: Record<string, Spot> = { chamber: [1, 2], corridor: [2, 2], castle: [3, 2], west: [4, 1], dojo: [4, 2], east: [4, 3] };
const MORE: Record<string, Spot> = {
  chamber: [1, 2], corridor: [2, 2], dojo: [3, 1], castle: [3, 2], dining: [3, 3], west: [4, 1], daimyo: [4, 2], east: [4, 3],
};

export const PICTURES: Record<string, string> = {
  chamber: "shogun", corridor: "corridor", castle: "castle", dojo: "dojo", west: "gatehouse", east: "gatehouse", daimyo: "daimyo", dining: "dining",
};

export function spotsOf(players: number): Record<string, Spot> {
  return players === 2 ? TWO : MORE;
}

/** Which walls have a door: to the room on the right, to the one below. */
export function doors(place: BushidoPlace, spots: Record<string, Spot>): { right: boolean; down: boolean } {
  const [row, column] = spots[place.name]!;
  const leads = (to: Spot) => place.near.some((name) => spots[name]?.[0] === to[0] && spots[name][1] === to[1]);
  return { right: leads([row, column + 1]), down: leads([row + 1, column]) };
}

export interface Ink {
  seat: number;
  /** "33%" or "<1%" */
  text: string;
  /** of the blot; 0: no ink */
  size: number;
}

/** It grows with the chance, and the smallest still holds its number. */
export function inkAt(suspects: BushidoSuspect[], place: string): Ink[] {
  return suspects.flatMap(({ seat, places }) => {
    const chance = places[place] ?? 0;
    if (chance <= 0) return [];
    return [{ seat, text: percent(chance), size: chance < 0.01 ? 0 : 0.66 + 0.54 * Math.sqrt(chance) }];
  });
}

export function percent(chance: number): string {
  if (chance < 0.01) return "<1%";
  // never certain by rounding
  return `${chance < 1 ? Math.min(99, Math.round(chance * 100)) : 100}%`;
}

/** The cards that lie on the map in this round, by samurai. */
export function playedFor(view: BushidoView): Map<string, string> {
  return new Map((view.rounds.at(-1)?.played ?? []).map((move) => [move.slice(0, 2), move.split(":")[1]!]));
}

export function livingMen(view: BushidoView): string[] {
  return view.places.flatMap(({ samurai }) => samurai).sort();
}
