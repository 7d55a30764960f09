// Where things lie: the ring is a stadium that follows the table's shape, tall on phones and wide
// on desktops. All lengths are pixels of the garden, angles degrees (0 points up, clockwise).

export const SEGMENTS = 24;

export interface Place {
  x: number;
  y: number;
  angle: number;
}

/** The nth of 24 equal steps clockwise from the top centre, along a stadium `inset` from the edge. */
export function place(w: number, h: number, inset: number, n: number): Place {
  const [width, height] = [w - 2 * inset, h - 2 * inset];
  const tall = height > width;
  const radius = Math.min(width, height) / 2;
  const straight = Math.abs(height - width);
  const arc = Math.PI * radius;
  const around = 2 * (straight + arc);
  const walked = (((n % SEGMENTS) + SEGMENTS) % SEGMENTS) * (around / SEGMENTS);
  // a tall stadium starts in the middle of an arc, a wide one in the middle of a straight side:
  // walk from the point where an arc begins, `parts` in turn, and turn the tall one by 90°
  let left = (walked + (tall ? arc / 2 : straight / 2) + (tall ? straight : 0)) % around;
  const parts = [straight, arc, straight, arc];
  let part = 0;
  while (left > parts[part]!) left -= parts[part++]!;
  const turn = part === 1 ? left / radius : part === 2 ? Math.PI : part === 3 ? Math.PI + left / radius : 0;
  const along = part === 0 ? left - straight / 2 : part === 1 ? straight / 2 : part === 2 ? straight / 2 - left : -straight / 2;
  // lying on its side: `along` to the right, the normal turned by `turn` from up
  const [lx, ly] = [along + radius * Math.sin(turn), -radius * Math.cos(turn)];
  const [x, y] = tall ? [ly, -lx] : [lx, ly];
  const angle = (turn * 180) / Math.PI - (tall ? 90 : 0);
  return { x: w / 2 + x, y: h / 2 + y, angle: (angle + 360) % 360 };
}

/** A place moved along its normal: outwards, or inwards if `by` is negative. */
export function outwards({ x, y, angle }: Place, by: number): Place {
  const turn = (angle * Math.PI) / 180;
  return { x: x + by * Math.sin(turn), y: y - by * Math.cos(turn), angle };
}

/** The step at which a segment lies: one's own entries are at the bottom, for White all is turned. */
export function step(segment: number, white: boolean): number {
  return (segment - (white ? 2 : 14) + SEGMENTS) % SEGMENTS;
}

export interface Garden {
  w: number;
  h: number;
  /** of a slab: across the path, and along it */
  length: number;
  width: number;
  stone: number;
  inset: number;
}

/** No longer than this in proportion, else the pond becomes a ditch. */
const LONGEST = 1.8;

/** What a thumb needs from one segment to the next. */
const THUMB = 45;
/** Of a slab, in parts of the garden's shorter side; on a small phone it is shorter to leave room for thumbs. */
const SLAB = { longest: 0.225, shortest: 0.165 };
const EDGE = 2;

/** What fits into a table of this size. */
export function garden(width: number, height: number): Garden {
  const w = Math.min(width, height * LONGEST);
  const h = Math.min(height, width * LONGEST);
  const side = Math.min(w, h);
  const roomy = side - 2 * EDGE - (THUMB * SEGMENTS - 2 * Math.abs(h - w)) / Math.PI;
  const length = Math.max(side * SLAB.shortest, Math.min(side * SLAB.longest, roomy));
  const inset = length / 2 + EDGE;
  const spacing = around(w, h, inset) / SEGMENTS;
  return { w, h, length, inset, width: Math.min(spacing * 0.88, length * 0.54), stone: Math.min(length * 0.435, spacing * 0.8) };
}

/** How long the path is. */
export function around(w: number, h: number, inset: number): number {
  const [width, height] = [w - 2 * inset, h - 2 * inset];
  return 2 * Math.abs(height - width) + Math.PI * Math.min(width, height);
}
