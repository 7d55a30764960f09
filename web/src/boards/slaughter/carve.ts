// Where the parts of the dragon lie, in the units of the drawing: 116 high, as wide as it needs.

const HEAD = { width: 134, height: 101.6, y: 11, overlap: 5.5 };
const TAIL_HIGH = 57.7;
const LAST_HIGH = 78.8;
const SHAPE = 48 / 78; // width to height of a slice
const MIDDLE = 55.8;

export interface Part {
  art: string;
  x: number;
  y: number;
  w: number;
  h: number;
  gone: boolean;
}

/** From the tail on; `gone` of them have been taken and keep half their width, the head too. */
export function carve(slices: number, gone: number): { width: number; parts: Part[] } {
  const parts: Part[] = [];
  let x = 0;
  for (let k = 0; k < slices; k++) {
    const h = TAIL_HIGH + ((LAST_HIGH - TAIL_HIGH) * k) / Math.max(slices - 1, 1);
    const taken = k < gone;
    const w = h * SHAPE * (taken ? 0.5 : 1);
    parts.push({ art: k === 0 ? "tail" : k % 2 ? "body-b" : "body-a", x, y: MIDDLE - h / 2, w, h, gone: taken });
    x += w + (taken ? 3 : 1.5);
  }
  const start = Math.max(0, x - HEAD.overlap);
  parts.push({ art: "head", x: start, y: HEAD.y, w: HEAD.width, h: HEAD.height, gone: gone > slices });
  return { width: start + HEAD.width, parts };
}

