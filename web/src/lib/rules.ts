// The rules of a game by their ids, as the library has them, in both languages.

import rulings from "../generated/rulings.json";
import type { ByLanguage, Language } from "./board";

type Rules = ByLanguage<Record<string, string>>;
const files = import.meta.glob<{ rules: Rules }>("../generated/words/*.json", { import: "default" });

export async function loadRules(game: string): Promise<Rules> {
  const load = files[`../generated/words/${game}.json`];
  return load ? (await load()).rules : { en: {}, ja: {} };
}

export interface Rule {
  id: string;
  text: string;
  /** a gap of the printed rules that we filled */
  ruling: boolean;
}

/** In the order of the library; only those that hold all words of the search, or its id. */
export function search(game: string, rules: Rules, language: Language, words: string): Rule[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const ours = (rulings as Record<string, string[]>)[game] ?? [];
  return Object.entries(rules[language])
    .map(([id, text]) => ({ id, text, ruling: ours.includes(id) }))
    .filter(({ id, text }) => {
      const whole = `${id} ${text}`.toLowerCase();
      return wanted.every((word) => (/^[a-z]{2}-\d+$/.test(word) ? id.toLowerCase() === word : whole.includes(word)));
    });
}
