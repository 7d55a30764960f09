// The games as the library describes them, and what the shelf says of each.

import catalogue from "../generated/games.json";
import type { GameInfo, GameName } from "./board";
import type { TextKey } from "./i18n/en";

const ORDER: GameName[] = ["slaughter", "schadenfreude", "tiger-dragon", "tatsu", "bushido"];
const SHELF: Record<string, { line: TextKey; minutes: number }> = {
  slaughter: { line: "slaughterLine", minutes: 30 },
  schadenfreude: { line: "schadenfreudeLine", minutes: 30 },
  "tiger-dragon": { line: "tigerDragonLine", minutes: 20 },
  tatsu: { line: "tatsuLine", minutes: 25 },
  bushido: { line: "bushidoLine", minutes: 40 },
};

export interface ShelfGame extends GameInfo {
  line: TextKey | null;
  minutes: number | null;
}

const rank = (name: string) => (ORDER as string[]).indexOf(name) >>> 0; // unknown ones last

export const GAMES: ShelfGame[] = (catalogue as unknown as GameInfo[])
  .map((game) => ({ line: null, minutes: null, ...SHELF[game.name], ...game }))
  .sort((a, b) => rank(a.name) - rank(b.name));

export function gameInfo(name: string): ShelfGame | null {
  return GAMES.find((game) => game.name === name) ?? null;
}

/** "3–5", or "2". */
export function playersRange({ players }: GameInfo): string {
  const least = Math.min(...players);
  const most = Math.max(...players);
  return least === most ? String(least) : `${least}–${most}`;
}
