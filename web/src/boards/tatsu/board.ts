import { after } from "./after";
import Board from "./Board.svelte";
import { words } from "./words";

export { after, Board, words };
export const rest = { roll: 450, move: 260, enter: 260, escape: 260, destroy: 420, expel: 420, entangle: 420, hold: 120, free: 60, recruit: 120, end: 600 };
export const sounds = { roll: "dice", move: "stone", enter: "stone", escape: "stone", destroy: "slice", expel: "paper", recruit: "stone", end: "end" } as const;
