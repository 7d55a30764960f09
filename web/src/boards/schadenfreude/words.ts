import words from "../../generated/words/schadenfreude.json";
import type { GameWords } from "../../lib/board";
import type { SchadenfreudeView } from "../../lib/protocol";
import { fill } from "../../lib/text";
import { replaceCards } from "../shared";
import { speaker } from "./texts";

const CARD = /(?<![A-Za-z0-9])(?:[SFHK]-?\d|W10|W0)(?!\d)/g;
const TEXTS = {
  en: { wild: "Wild {rank}", card: "{suit} {rank}", act: "Play {what}", standing: "Round {round} · Trick {trick} of {of}" },
  ja: { wild: "ワイルド{rank}", card: "{suit}の{rank}", act: "{what}を出す", standing: "第{round}ラウンド · 第{trick}トリック（全{of}）" },
};

export const schadenfreude: GameWords = {
  moveName(move, language) {
    const rank = move.slice(1).replace("-", "−");
    if (move[0] === "W") return fill(TEXTS[language].wild, { rank });
    return fill(TEXTS[language].card, { suit: words.suits[language][move[0] as "S"], rank });
  },
  actName: (moves, _, language) => fill(TEXTS[language].act, { what: moves.map((move) => schadenfreude.moveName(move, language)).join(", ") }),
  prompt(view, choice, language) {
    const { led } = view as SchadenfreudeView;
    const say = speaker(language);
    if (!led || choice.kind !== "pick") return say(choice.rule === "SF-3" ? "wild" : "leading");
    const suit = words.suits[language][led as "S"];
    return say(choice.which.every((card) => card[0] === led || card[0] === "W") ? "following" : "free", { suit });
  },
  standing(view, language) {
    const { round, tricks, of_tricks: of } = view as SchadenfreudeView;
    return fill(TEXTS[language].standing, { round, trick: Math.min(tricks + 1, of), of });
  },
  readable: (text, language) => replaceCards(text, CARD, (move) => schadenfreude.moveName(move, language), language),
  logBreaks: ["trick", "deal", "score"],
  logKeys: ["trick", "score", "end"],
};
export { schadenfreude as words };
