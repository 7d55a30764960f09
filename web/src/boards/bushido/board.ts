import Board from "./Board.svelte";
import { after } from "./after";
import { words } from "./words";

export { Board, after, words };
/** a round is told a second per step */
export const rest = { play: 700, round: 1000, shown: 1000, deaths: 1000, alarms: 1000, chirp: 1000, after: 1200, end: 1200 };
export const sounds = { lay: "paper", play: "paper", deaths: "slice", alarms: "tile", chirp: "chirp", after: "paper", end: "end" } as const;
