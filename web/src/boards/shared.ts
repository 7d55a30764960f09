// What the words of several games share.

import type { ByLanguage, Language } from "../lib/board";

/** A prompt of the library by the rule of the decision. */
export function byRule(prompts: ByLanguage<Record<string, string>>, rule: string, language: Language): string {
  return prompts[language][rule] ?? rule;
}

/** The library's sentences name pieces in notation; people read and hear their names. */
export function replacePieces(text: string, pieces: RegExp, name: (move: string) => string): string {
  return text.replace(pieces, (move) => name(move));
}
