// Texts in the language that is set. `t("key", { name: "Mio" })` is reactive.

import type { ByLanguage, Language } from "./board";
import { en, type TextKey } from "./i18n/en";
import { ja } from "./i18n/ja";
import { prefs } from "./prefs.svelte";
import { fill, type Parts } from "./text";

export type { TextKey };
export const LANGUAGES: Record<Language, string> = { en: "English", ja: "日本語" };
const TABLES: ByLanguage<Record<TextKey, string>> = { en, ja };

export function t(key: TextKey, parts: Parts = {}): string {
  return fill(TABLES[prefs.language][key], parts);
}

/** The same in a language of one's own choice (words of games are given the language). */
export function say(language: Language, key: TextKey, parts: Parts = {}): string {
  return fill(TABLES[language][key], parts);
}

/** Names in a row: "Ben, Mio and Tora". */
export function list(names: string[]): string {
  return new Intl.ListFormat(prefs.language === "en" ? "en-GB" : prefs.language, { type: "conjunction" }).format(names);
}

/** A number with the true minus sign. */
export function signed(value: number, plus = false): string {
  if (value < 0) return `−${-value}`;
  return plus && value > 0 ? `+${value}` : String(value);
}
