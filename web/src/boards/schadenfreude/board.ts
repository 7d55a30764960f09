import Board from "./Board.svelte";
import { after } from "./after";
import { words } from "./words";
import type { BoardModule } from "../../lib/board";

export { Board, after, words };
export const rest: BoardModule["rest"] = { trick: 800, score: 2800 };
export const sounds: BoardModule["sounds"] = { deal: "paper", play: "paper", trick: "paper", end: "end" };
