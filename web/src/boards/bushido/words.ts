import words from "../../generated/words/bushido.json";
import type { GameWords, Language } from "../../lib/board";
import type { BushidoView } from "../../lib/protocol";
import { fill } from "../../lib/text";
import { byRule, replacePieces } from "../shared";
import { isMan } from "./moves";

const TEXTS = {
  en: {
    standing: "Round {round} · {left} turns left", showdown: "Showdown", over: "Game over", man: "samurai {n}", both: "{card}, both to the {place}",
    no: "No", none: "Lay nothing", metsubushi: "Lay Metsubushi", smoke: "Lay the Smoke Bomb",
    specials: "Take {move}", gates: "Begin at the {move}", actions: "Lay {move}", guards: "Play {move}", between: "Lay {move}",
  },
  ja: {
    standing: "第{round}ラウンド · 残り{left}ターン", showdown: "決戦", over: "ゲーム終了", man: "侍{n}", both: "{card}（2人とも{place}）",
    no: "使わない", none: "何も出さない", metsubushi: "目潰しを使う", smoke: "煙玉を使う",
    specials: "{move}を取る", gates: "{move}から始める", actions: "{move}を伏せる", guards: "{move}を出す", between: "{move}を使う",
  },
};
const ANSWERS = ["no", "none", "metsubushi", "smoke"];

/** "samurai 5" */
export function manName(man: string, language: Language): string {
  return fill(TEXTS[language].man, { n: man.slice(1) });
}

export function placeName(place: string, language: Language): string {
  return (words.places[language] as Record<string, string>)[place] ?? place;
}

export function cardName(card: string, language: Language): string {
  return (words.cards[language] as Record<string, string>)[card] ?? card;
}

/** As the library says it: "Katana for samurai 3", "Move to the Dojo". */
function moveName(move: string, language: Language): string {
  if (ANSWERS.includes(move)) return TEXTS[language][move as "no"];
  const [head, ...tail] = move.split(":") as [string, ...string[]];
  const rest = tail.join(":");
  if (isMan(head)) return fill(words.by[language], { man: manName(head, language), card: moveName(rest, language) });
  const card = cardName(head, language);
  if (!rest) return card;
  if (head === "special") return cardName(rest, language);
  if (head === "gate") return placeName(rest, language);
  const parts = rest.split(",");
  const join = words.join[language];
  if (isMan(parts[0]!)) return fill(words.at[language], { card, men: parts.map((man) => manName(man, language)).join(join) });
  if (parts.length > new Set(parts).size) return fill(TEXTS[language].both, { card, place: placeName(parts[0]!, language) });
  return fill(words.to[language], { card, places: parts.map((place) => placeName(place, language)).join(join) });
}

export const bushido: GameWords = {
  moveName,
  actName(moves, view, language) {
    const named = moves.map((move) => moveName(move, language)).join(words.join[language]);
    const frame = ANSWERS.includes(moves[0] ?? "") ? undefined : TEXTS[language][(view as BushidoView).phase as "actions"];
    return frame ? fill(frame, { move: named }) : named;
  },
  prompt: (_, choice, language) => byRule(words.prompts, choice.rule, language),
  standing(view, language) {
    const { round, left, phase, showdown } = view as BushidoView;
    const text = TEXTS[language];
    if (phase === "over") return text.over;
    return [fill(text.standing, { round, left }), ...(showdown ? [text.showdown] : [])].join(" · ");
  },
  readable: (sentence, language) => replacePieces(sentence, /(?<![A-Za-z0-9])s[1-7](?!\d)/g, (man) => manName(man, language)),
  logBreaks: ["begin"],
  logKeys: ["round", "shown", "deaths", "alarms", "chirp", "end"],
};
export { bushido as words };
