import Board from "./Board.svelte";
import { after } from "./after";
import { words } from "./words";
import type { BoardModule } from "../../lib/board";

export { Board, after, words };
export const rest: BoardModule["rest"] = { trump: 700, call: 900, trick: 700, "pick-up": 300, scale: 1600, score: 2600 };
export const sounds: BoardModule["sounds"] = { deal: "paper", play: "paper", divided: "paper", trick: "slice", end: "end" };
