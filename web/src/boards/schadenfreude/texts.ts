// What this board says besides names and prompts (words.ts).

import type { ByLanguage, Language } from "../../lib/board";
import { fill, type Parts } from "../../lib/text";

const TEXTS = {
  en: {
    second: "second", only: "takes it", highest: "highest", yourCard: "your card", isLed: "{suit} is led", open: "the suit is open", takes: "{name} takes it", taking: "with {cards}", secondWins: "The second highest wins",
    pile: "pile {cards}", noPile: "nothing yet", yourPile: "your pile", gone: "two {rank}s cancel", sum: "= {points}", over: "over 40 by {n}",
    unseen: "Not yet seen", wilds: "Wilds", voids: "Known of the hands", noSuit: "no {suits}", or: " or ",
    path: "Score path to {goal}. {now}", stands: "{name} {score}", ifNow: "If the round ended now: {then}.", fallen: "{name} {score}, over the cliff",
    played: "{name}: {card}", nobodyPlayed: "No card is on the table.", wins: "{name} would take the trick.", cliff: "{names} over the cliff", ahead: "{name} would win now.",
    following: "Your turn: follow {suit}", free: "Your turn: you have no {suit}, play any card", leading: "Your turn: lead any card", wild: "Your turn: a wild was led, play any card",
  },
  ja: {
    second: "2番目", only: "取る", highest: "最高", yourCard: "あなたの札", isLed: "{suit}のリード", open: "スートは未定", takes: "{name}が取る", taking: "{cards}", secondWins: "2番目に大きい札が勝つ",
    pile: "得点札 {cards}", noPile: "まだなし", yourPile: "得点札", gone: "{rank}が2枚で打ち消し", sum: "＝ {points}", over: "40を{n}超える",
    unseen: "まだ見ていない札", wilds: "ワイルド", voids: "手札についてわかること", noSuit: "{suits}なし", or: "・",
    path: "{goal}までの得点の道。{now}", stands: "{name} {score}", ifNow: "今ラウンドが終われば：{then}。", fallen: "{name} {score}、崖の下",
    played: "{name}：{card}", nobodyPlayed: "場に札はない。", wins: "今は{name}がトリックを取る。", cliff: "{names}が崖から落ちた", ahead: "今終われば{name}の勝ち。",
    following: "あなたの番：{suit}をフォロー", free: "あなたの番：{suit}がないので何でもよい", leading: "あなたの番：好きな札をリードする", wild: "あなたの番：ワイルドのリード、何でもよい",
  },
} satisfies ByLanguage<Record<string, string>>;

export type Key = keyof (typeof TEXTS)["en"];
export type Tell = (key: Key, parts?: Parts) => string;

export function speaker(language: Language): Tell {
  return (key, parts = {}) => fill(TEXTS[language][key], parts);
}
