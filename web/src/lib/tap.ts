// What a tap on a piece does: lifts it, plays it, or asks why it cannot be played.

import type { BoardProps } from "./board";
import type { PieceState } from "../ui/piece";

type Tapped = Pick<BoardProps, "choice" | "composer" | "prefs" | "act" | "why">;

export function tap({ choice, composer, prefs, act, why }: Tapped, move: string): void {
  if (!choice) return;
  if (!composer.allows(move) && !composer.has(move)) return why(choice.kind === "tree" ? [...composer.picked, move] : [move]);
  if (composer.single && (prefs.oneTap || composer.has(move))) return act([move]);
  composer.toggle(move);
}

/** How a piece stands while the viewer chooses; undefined: it lies flat. */
export function stateOf({ choice, composer }: Pick<BoardProps, "choice" | "composer">, move: string): PieceState | undefined {
  if (!choice) return undefined;
  if (composer.has(move)) return "picked";
  return composer.allows(move) ? "legal" : "illegal";
}
