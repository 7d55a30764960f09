import words from "../../generated/words/slaughter.json";
import type { GameWords } from "../../lib/board";
import { fill } from "../../lib/text";
import type { SlaughterView } from "../../lib/protocol";
import { byRule, replaceCards } from "../shared";
import { colourName, speaker } from "./texts";

const CARD = /(?<![A-Za-z0-9])[PRBG](?:1[0-2]|[1-9])(?![0-9])/g;
const STANDING = {
  en: { round: "Round {round} of {rounds}", trick: "Trick {trick} of {of}", summoning: "Summoning", returning: "Summoning", division: "Division", giving: "Soul-Sucking", repaying: "Soul-Sucking" },
  ja: { round: "第{round}ラウンド（全{rounds}）", trick: "第{trick}トリック（全{of}）", summoning: "口寄せ", returning: "口寄せ", division: "分身の術", giving: "吸魂の術", repaying: "吸魂の術" },
};
const NAMES = {
  en: { card: "{colour} {number}", done: "done", act: "Play {what}", divide: "Divide", put: "Put back {what}", give: "Give {what}" },
  ja: { card: "{colour}の{number}", done: "決定", act: "{what}を出す", divide: "分ける", put: "{what}を戻す", give: "{what}を渡す" },
};

export const slaughter: GameWords = {
  moveName(move, language) {
    if (move === "done") return NAMES[language].done;
    return fill(NAMES[language].card, { colour: words.colours[language][move[0] as "P"], number: move.slice(1) });
  },
  actName(moves, view, language) {
    const { phase } = view as SlaughterView;
    const names = NAMES[language];
    const what = moves.map((move) => this.moveName(move, language)).join(language === "ja" ? "と" : ", ");
    if (phase === "division") return names.divide;
    return fill(phase === "returning" ? names.put : phase === "tricks" ? names.act : names.give, { what });
  },
  prompt(view, choice, language) {
    const { led, phase } = view as SlaughterView;
    const say = speaker(language);
    if (phase === "division") return say("dividing");
    if (phase === "returning") return say("putting");
    if (phase !== "tricks" || choice.kind !== "pick") return byRule(words.prompts, choice.rule, language);
    if (!led) return say("leading");
    const colour = colourName(led, language);
    return say(choice.which.every((card) => card[0] === led) ? "following" : "free", { colour });
  },
  standing(view, language) {
    const { round, rounds, phase, tricks, of_tricks: of } = view as SlaughterView;
    const texts = STANDING[language];
    const now = phase in texts ? texts[phase as "division"] : phase === "tricks" ? fill(texts.trick, { trick: Math.min(tricks + 1, of), of }) : "";
    return [fill(texts.round, { round, rounds }), now].filter(Boolean).join(" · ");
  },
  readable: (text, language) => replaceCards(text, CARD, (move) => slaughter.moveName(move, language), language),
  logBreaks: ["trick", "trump", "call", "divided", "score"],
  logKeys: ["trick", "score", "trump", "end"],
};
export { slaughter as words };
