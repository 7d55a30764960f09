import Board from "./Board.svelte";
import { words } from "./words";

export { Board, words };
