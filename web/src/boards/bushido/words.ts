import words from "../../generated/words/bushido.json";
import type { GameWords, Language } from "../../lib/board";
import type { BushidoView } from "../../lib/protocol";
import { fill } from "../../lib/text";
import { byRule } from "../shared";

const MAN = /^s\d$/;
const TEXTS = {
  en: { standing: "Round {round} · {left} turns left", no: "No", none: "Lay nothing", metsubushi: "Lay Metsubushi", smoke: "Lay the Smoke Bomb" },
  ja: { standing: "第{round}ラウンド · 残り{left}手", no: "使わない", none: "何も出さない", metsubushi: "目潰しを使う", smoke: "煙玉を使う" },
};

/** The same names as the library's: "Katana for s3", "Move to the Dojo". */
function moveName(move: string, language: Language): string {
  if (move in TEXTS[language]) return TEXTS[language][move as "no"];
  const cards: Record<string, string> = words.cards[language];
  const places: Record<string, string> = words.places[language];
  const [head, ...tail] = move.split(":") as [string, ...string[]];
  const rest = tail.join(":");
  if (MAN.test(head)) return fill(words.by[language], { man: head, card: moveName(rest, language) });
  const card = cards[head] ?? head;
  if (!rest) return card;
  if (head === "special") return cards[rest] ?? rest;
  if (head === "gate") return places[rest] ?? rest;
  const parts = rest.split(",");
  if (MAN.test(parts[0]!)) return fill(words.at[language], { card, men: parts.join(words.join[language]) });
  return fill(words.to[language], { card, places: parts.map((place) => places[place] ?? place).join(words.join[language]) });
}

export const bushido: GameWords = {
  moveName,
  actName: (moves, _, language) => moves.map((move) => moveName(move, language)).join(", "),
  prompt: (_, choice, language) => byRule(words.prompts, choice.rule, language),
  standing(view, language) {
    const { round, left } = view as BushidoView;
    return fill(TEXTS[language].standing, { round, left });
  },
  logBreaks: ["round"],
  logKeys: ["round", "shown", "deaths", "alarms", "chirp", "end"],
};
export { bushido as words };
