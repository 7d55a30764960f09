import words from "../../generated/words/tatsu.json";
import type { GameWords } from "../../lib/board";
import type { TatsuView } from "../../lib/protocol";
import { fill } from "../../lib/text";
import { byRule } from "../shared";

const TEXTS = {
  en: { move: "{from} to {to}", enter: "{stone} enters on {to}", escape: "escape from {from} to {to}", turn: "Turn {number}", mover: "{side}, {way}", ways: ["clockwise", "anticlockwise"], act: "Play" },
  ja: { move: "{from}から{to}へ", enter: "{stone}を{to}に投入", escape: "{from}から{to}へ脱出", turn: "第{number}手", mover: "{side}（{way}）", ways: ["時計回り", "反時計回り"], act: "決定" },
};

export const tatsu: GameWords = {
  moveName(move, language) {
    const texts = TEXTS[language];
    const [from, to] = move.replace("x", "").split("-") as [string, string];
    if (move.startsWith("x")) return fill(texts.escape, { from, to });
    if (/^[VWF]/.test(move)) return fill(texts.enter, { stone: words.stones[language][from as "V"], to });
    return fill(texts.move, { from, to });
  },
  actName: (_, __, language) => TEXTS[language].act,
  prompt: (_, choice, language) => byRule(words.prompts, choice.rule, language),
  standing(view, language) {
    const { number, mover } = view as TatsuView;
    const texts = TEXTS[language];
    const who = mover === null ? "" : fill(texts.mover, { side: words.sides[language][mover]!, way: texts.ways[mover]! });
    return [fill(texts.turn, { number }), who].filter(Boolean).join(" · ");
  },
  logBreaks: [],
  logKeys: ["destroy", "expel", "hold", "end"],
};
export { tatsu as words };
