// Where markers stand on the path that climbs from 0 to the goal and falls into the sea behind it.

/** In per cent of the drawing, from its left and its top. */
export const X0 = 3;
const STEP = 80; // from 0 to the goal
const LOW = 84.4;
const CLIMB = 42.6;
export const SEA = { x: 93, y: 68 };
/** Markers closer than so many per cent stand above each other. */
const NEAR = 6;

export interface Spot {
  seat: number;
  score: number;
  /** where a seat would stand, not where it stands */
  then: boolean;
  x: number;
  y: number;
  /** how many markers are below it */
  level: number;
  fallen: boolean;
}

export function placeOf(score: number, goal: number): { x: number; y: number; fallen: boolean } {
  if (score > goal) return { ...SEA, fallen: true };
  return { x: X0 + (score / goal) * STEP, y: LOW - (score / goal) * CLIMB, fallen: false };
}

/** The scores now, and those that would be where they differ. */
export function spots(now: number[], then: number[] | null, goal: number): Spot[] {
  const all = [
    ...now.map((score, seat) => ({ seat, score, then: false })),
    ...(then ?? []).map((score, seat) => ({ seat, score, then: true })).filter(({ seat, score }) => score !== now[seat]),
  ];
  const placed: Spot[] = [];
  for (const one of all) {
    const place = placeOf(one.score, goal);
    const near = placed.filter(({ x }) => Math.abs(x - place.x) < NEAR).map(({ level }) => level);
    let level = 0;
    while (near.includes(level)) level += 1;
    placed.push({ ...one, ...place, level });
  }
  return placed;
}

/** A dashed hop from where a seat stands to where it would stand. */
export function hop(from: number, to: number, goal: number): string {
  const [a, b] = [placeOf(from, goal), placeOf(to, goal)];
  const top = Math.max(2, Math.min(a.y, b.y) - 30);
  const end = b.y - (b.fallen ? 16 : 10);
  return `M${a.x} ${a.y - 12}Q${(a.x + b.x) / 2} ${top} ${b.x} ${end}`;
}
