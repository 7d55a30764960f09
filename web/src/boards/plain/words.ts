// A game that brings no words of its own shows its notation.

import type { GameWords } from "../../lib/board";

export const words: GameWords = {
  moveName: (move) => move,
  prompt: (_, choice) => choice.rule,
  standing: (view) => ("phase" in view ? String(view.phase) : ""),
};
