// What the words of several games share.

import type { ByLanguage, Language } from "../lib/board";

/** Between things in a row. */
export const JOIN: ByLanguage = { en: ", ", ja: "、" };

/** A prompt of the library by the rule of the decision. */
export function byRule(prompts: ByLanguage<Record<string, string>>, rule: string, language: Language): string {
  return prompts[language][rule] ?? rule;
}

/** The library's sentences name pieces in notation; people read and hear their names. */
export function replacePieces(text: string, pieces: RegExp, name: (move: string) => string): string {
  return text.replace(pieces, (move) => name(move));
}

/**
 * The same for cards with a suit: what follows each other of one suit shares its name, as in
 * "red 2, 5, blue 7". `card` matches one card, its first letter is the suit.
 */
export function replaceCards(text: string, card: RegExp, name: (move: string) => string, language: Language): string {
  const run = new RegExp(`${card.source}(?: ${card.source})*`, "g");
  return replacePieces(text, run, (found) => {
    const cards = found.split(" ");
    return cards.map((one, k) => (k > 0 && cards[k - 1]![0] === one[0] ? one.slice(1).replace("-", "−") : name(one))).join(JOIN[language]);
  }).replace(/(?<=\s)-(?=\d)/g, "−");
}
