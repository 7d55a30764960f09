import { after } from "./after";
import Board from "./Board.svelte";
import { words } from "./words";

export { after, Board, words };
export const passes = true;
export const rest = { attack: 350, defend: 500, pass: 160, lap: 250, last: 900, richi: 400, reveal: 600, score: 3600, foretell: 300, deal: 200, end: 400 };
export const sounds = { attack: "tile", defend: "tile", lap: "tile", last: "tile", richi: "turn", deal: "paper", end: "end" } as const;
