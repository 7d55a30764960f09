// Which stone is which. The view counts stones of a kind; for the eye they are things that travel.
// All eighteen lie somewhere on the page, so each has a name for life.

import type { TatsuView } from "../../lib/protocol";

export const SIDES = ["b", "w"] as const;
export const KINDS = ["V", "W", "F"] as const;

/** "7.0" and "7.1" are the inner and outer place of segment 7; "mat.0" is seat 0's mat. */
export type Spot = string;

export interface Stone {
  id: string;
  /** "b" or "w" and the kind */
  code: string;
  spot: Spot;
}

/** Every stone of the view as side, kind and spot, without a name. */
function lying(view: TatsuView): { code: string; spot: Spot }[] {
  const found: { code: string; spot: Spot }[] = [];
  for (const [segment, codes] of Object.entries(view.arena)) codes.forEach((code, k) => found.push({ code, spot: `${segment}.${k}` }));
  view.seats.forEach((seat, k) => {
    for (const [zone, owner] of [["mat", k], ["tray", k], ["dead", 1 - k]] as const) {
      for (const kind of KINDS) for (let n = 0; n < (seat[zone][kind] ?? 0); n++) found.push({ code: SIDES[owner]! + kind, spot: `${zone}.${k}` });
    }
  });
  return found;
}

/** The stones of a view, named as they were before: who stays keeps its name, who moved takes along its own. */
export function named(view: TatsuView, before: readonly Stone[] = []): Stone[] {
  const free = [...before];
  const take = (fits: (stone: Stone) => boolean) => {
    const at = free.findIndex(fits);
    return at < 0 ? null : free.splice(at, 1)[0]!.id;
  };
  const stones = lying(view).map(({ code, spot }) => ({ code, spot, id: take((one) => one.code === code && one.spot === spot) }));
  // on the same segment but on the other place: it moved up, nothing else can have come there
  for (const stone of stones) stone.id ??= take((one) => one.code === stone.code && segmentOf(one.spot) === segmentOf(stone.spot));
  for (const stone of stones) stone.id ??= take((one) => one.code === stone.code);
  const counts = new Map<string, number>();
  return stones.map(({ id, code, spot }) => {
    const number = (counts.get(code) ?? 0) + 1;
    counts.set(code, number);
    return { id: id ?? `stone-${code}${number}`, code, spot };
  });
}

/** The segment of a spot on the ring, else null. */
export function segmentOf(spot: Spot): number | null {
  const segment = parseInt(spot);
  return Number.isNaN(segment) ? null : segment;
}

export function seatOf(code: string): number {
  return code[0] === "b" ? 0 : 1;
}
