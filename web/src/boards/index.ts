// Finds the boards: every folder with a board.ts. A game without one gets the plain board. Nothing
// here is edited when a board is added.

import type { BoardModule, GameWords } from "../lib/board";

const boards = import.meta.glob<BoardModule>("./*/board.ts");
const words = import.meta.glob<{ words: GameWords }>("./*/words.ts");

export function hasOwnBoard(game: string): boolean {
  return `./${game}/board.ts` in boards;
}

export async function loadBoard(game: string, plain = false): Promise<BoardModule> {
  const own = plain ? undefined : boards[`./${game}/board.ts`];
  if (own) return own();
  const [{ Board }, known] = await Promise.all([boards["./plain/board.ts"]!(), words[`./${game}/words.ts`]?.()]);
  const names = known?.words ?? (await import("./plain/words")).words;
  return { Board, words: names };
}
