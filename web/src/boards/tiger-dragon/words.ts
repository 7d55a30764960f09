import words from "../../generated/words/tiger-dragon.json";
import type { GameWords } from "../../lib/board";
import type { TigerDragonView } from "../../lib/protocol";
import { fill } from "../../lib/text";
import { byRule } from "../shared";

const TEXTS = {
  en: { T: "Tiger Mystery", D: "Dragon Mystery", pass: "Pass", foretell: "Foretell {tile}", none: "Foretell nothing", standing: "Round {round} · first to {goal} points", attack: "Attack with {tile}", defence: "Defend {tile}", lap: "Lay {tile} face down", last: "Lay {tile}" },
  ja: { T: "虎のミステリー", D: "龍のミステリー", pass: "パス", foretell: "{tile}を予告", none: "予告しない", standing: "第{round}ラウンド · {goal}点先取", attack: "{tile}で攻撃", defence: "{tile}で防御", lap: "{tile}を裏向きに置く", last: "{tile}を置く" },
};

export const tigerDragon: GameWords = {
  moveName(move, language) {
    const texts = TEXTS[language];
    if (move === "pass") return texts.pass;
    if (move === "foretell:none") return texts.none;
    if (move.startsWith("foretell:")) return fill(texts.foretell, { tile: tigerDragon.moveName(move.slice(9), language) });
    return move === "T" || move === "D" ? texts[move] : move;
  },
  actName(moves, view, language) {
    const { phase } = view as TigerDragonView;
    const tile = tigerDragon.moveName(moves[0]!, language);
    if (moves[0] === "pass" || phase === "foretelling") return tile;
    const texts = TEXTS[language];
    return fill(phase === "attack" ? texts.attack : phase === "defence" ? texts.defence : texts.lap, { tile });
  },
  prompt(view, choice, language) {
    const again = choice.rule === "TD-5" && (view as TigerDragonView).phase === "attack";
    return byRule(words.prompts, again ? "TD-5-attack" : choice.rule, language);
  },
  standing(view, language) {
    const { round, goal } = view as TigerDragonView;
    return fill(TEXTS[language].standing, { round, goal });
  },
  logBreaks: ["lap", "deal", "score", "defend"],
  logKeys: ["attack", "richi", "score", "last", "end"],
};
export { tigerDragon as words };
