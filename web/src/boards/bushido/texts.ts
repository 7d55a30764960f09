// What the board itself says. Rules are quoted from the library; only where one rule speaks of
// several specials each has a sentence of its own here.

import words from "../../generated/words/bushido.json";
import type { ByLanguage, Language } from "../../lib/board";
import { fill, type Parts } from "../../lib/text";

const TEXTS = {
  en: {
    alarmsDown: "alarms are down", turnsLeft: "turns left of {turns}", turnLeft: "turn left of {turns}", ofNeeded: "{n} of {needed}",
    chamberIn: "{n} more open the Chamber.", chamberNext: "One more opens the Chamber.", chamberOpen: "The Chamber is open.", alarmsIdle: "Alarms no longer matter.",
    hideInk: "Hide the ink", showInk: "Show the ink", noticed: "noticed {n} of 2", notNoticed: "unnoticed", killed: "killed", captured: "captured",
    ninja: "ninja", samurai: "samurai", partner: "partner", alive: "{n} samurai alive", special: "special: {card}", laid: "laid",
    onlyYou: "You are here. Only you see this.", seenHere: "{name} was seen here", isHere: "{name} is here",
    alarmOn: "alarm on", alarmOff: "alarm off", floor: "Nightingale Floor", nobody: "nobody", mayBe: "{name} {chance}",
    notepad: "Notepad", emptyPad: "Nothing written yet.", row: "{card} laid {n} of 2 in a row", poisoned: "{man} is poisoned: {n} more", cards: "Cards", targets: "Where to, or at whom",
    whichCard: "{man}: which card?", whichMan: "{card}: for which samurai?", whereTo: "{card}: where to?", manWhereTo: "{man} moves: where to?", atWhom: "{card}: at whom?", second: "{card}: and the second?",
    whichAlarms: "{card}: which alarms?", secondAlarm: "{card}: which other alarm?", whichRooms: "{card}: where do they come in?", secondRoom: "{card}: where does the second come in?",
    pickSpecial: "Choose your special in secret.", pickAnother: "Choose your second special in secret.", pickGate: "Choose the gate through which you come.",
    anyOrder: "Tap a samurai and a card, in any order.", layHint: "Tap a card, then its target if it has one.", gateHint: "Nobody else learns it.", tapLit: "Tap a lit room.",
    play: "Play", lay: "Lay", take: "Choose", cannotNow: "It cannot be laid now.", mayHold: "What {name} may hold", picked: "{card} {chance}", kunai: "{n} kunai", shuriken: "{n} shuriken", or: " or ",
    guardHolds: "{name}’s special", uses: "{n} uses left", left: "{n} left",
    summaryPlace: "{place}: {what}.", roundOf: "Round {n}", skip: "tap to skip", castle: "The castle", here: "here",
    aboutKatana: "Kills whoever uses a Kunai here; stops a Shuriken at this samurai.", aboutYumi: "Kills whoever throws a Shuriken at this samurai; stops a Kunai here.", aboutSearch: "Notices a ninja that hides here.", aboutAlarm: "Notices a ninja that sabotages here.", aboutExits: "Notices a ninja that leaves this room.", aboutGuardMove: "Dodges a Shuriken, not a Kunai.",
    aboutKunai: "Kills a samurai in your room.", aboutShuriken: "Kills a samurai in a neighbouring room.", aboutSabotage: "Turns off the alarm of your room.", aboutMove: "To a neighbouring room; twice in a row at most.", aboutHide: "You stay; twice in a row at most.", aboutShurikens: "Two targets in two neighbouring rooms.", aboutDiagonal: "To a room across the corner.", aboutBlowgun: "Any samurai; it dies at the end of the next round.",
    reinforcements: "With at most 4 samurai alive: 2 more, at any rooms but the Chamber.", repair: "With an alarm down: 2 of them ring again, or the only one.", showdown: "With exactly 2 samurai alive: everybody into the Corridor, and alarms no longer win.", revelation: "Every ninja shows the words of its last 4 actions, without targets and places.",
    none: "Keep your special. You are asked again after the next round.", no: "Lay nothing, and take what comes.",
  },
  ja: {
    alarmsDown: "警報が停止", turnsLeft: "残り（全{turns}）", turnLeft: "残り（全{turns}）", ofNeeded: "{n} / {needed}",
    chamberIn: "あと{n}つで将軍の間が開く。", chamberNext: "あと1つで将軍の間が開く。", chamberOpen: "将軍の間が開いている。", alarmsIdle: "警報はもう勝敗に関わらない。",
    hideInk: "墨を隠す", showInk: "墨を表示", noticed: "発見 {n}/2", notNoticed: "未発見", killed: "死亡", captured: "捕縛",
    ninja: "忍者", samurai: "侍側", partner: "仲間", alive: "侍{n}人が健在", special: "特殊札：{card}", laid: "使用済み",
    onlyYou: "あなたはここにいる。見えるのはあなただけ。", seenHere: "{name}がここで見つかった", isHere: "{name}がここにいる",
    alarmOn: "警報あり", alarmOff: "警報停止", floor: "鶯張り", nobody: "誰もいない", mayBe: "{name} {chance}",
    notepad: "記録帳", emptyPad: "まだ何も書かれていない。", row: "{card}は{n}回連続（2回まで）", poisoned: "{man}は毒を受けている：あと{n}ラウンド", cards: "札", targets: "行き先または標的",
    whichCard: "{man}：どの札？", whichMan: "{card}：どの侍？", whereTo: "{card}：どこへ？", manWhereTo: "{man}が移動：どこへ？", atWhom: "{card}：標的は？", second: "{card}：2人目は？",
    whichAlarms: "{card}：どの警報？", secondAlarm: "{card}：もう1つの警報は？", whichRooms: "{card}：どこに来る？", secondRoom: "{card}：2人目はどこに来る？",
    pickSpecial: "特殊札をひそかに選ぶ。", pickAnother: "2枚目の特殊札をひそかに選ぶ。", pickGate: "忍び込む門を選ぶ。",
    anyOrder: "侍と札を選ぶ。順番は自由。", layHint: "札を選び、必要なら標的を選ぶ。", gateHint: "他の人には知られない。", tapLit: "光っている部屋を選ぶ。",
    play: "出す", lay: "伏せる", take: "選ぶ", cannotNow: "今は使えない。", mayHold: "{name}が持ちうる札", picked: "{card} {chance}", kunai: "苦無 {n}", shuriken: "手裏剣 {n}", or: "か",
    guardHolds: "{name}の特殊札", uses: "あと{n}回", left: "残り{n}",
    summaryPlace: "{place}：{what}。", roundOf: "第{n}ラウンド", skip: "タップで飛ばす", castle: "城", here: "ここ",
    aboutKatana: "ここで苦無を使う忍者を討ち、この侍への手裏剣を防ぐ。", aboutYumi: "この侍に手裏剣を投げる忍者を討ち、ここでの苦無を防ぐ。", aboutSearch: "ここに隠れる忍者に気付く。", aboutAlarm: "ここで警報を壊す忍者に気付く。", aboutExits: "ここを離れる忍者に気付く。", aboutGuardMove: "手裏剣はかわすが、苦無はかわせない。",
    aboutKunai: "同じ部屋の侍を倒す。", aboutShuriken: "隣の部屋の侍を倒す。", aboutSabotage: "自分の部屋の警報を止める。", aboutMove: "隣の部屋へ。続けて2回まで。", aboutHide: "その場にとどまる。続けて2回まで。", aboutShurikens: "隣の2部屋の標的2人に投げる。", aboutDiagonal: "斜め隣の部屋へ。", aboutBlowgun: "侍1人が次のラウンドの終わりに死ぬ。",
    reinforcements: "生きている侍が4人以下のとき、将軍の間のほかの好きな場所に2人加える。", repair: "停止した警報を2つ（1つだけならそれを）直す。", showdown: "生きている侍がちょうど2人のとき、全員が将軍の廊下に集まる。警報ではもう勝てない。", revelation: "忍者は全員、直近4つの行動の名を見せる。標的と場所は見せない。",
    none: "特殊札を取っておく。次のラウンドの後にまた聞かれる。", no: "何も出さず、結果を受け入れる。",
  },
} satisfies ByLanguage<Record<string, string>>;

export type Key = keyof (typeof TEXTS)["en"];
export type Tell = (key: Key, parts?: Parts) => string;

export function speaker(language: Language): Tell {
  return (key, parts = {}) => fill(TEXTS[language][key], parts);
}

/** Rules of cards: those of the samurai first, since both sides have a Move. */
const GUARD_RULES: Record<string, string> = { katana: "BB-11", yumi: "BB-12", move: "BB-13", alarm: "BB-14", exits: "BB-15", search: "BB-16" };
const RULES: Record<string, string> = {
  kunai: "BB-5", shuriken: "BB-5", sabotage: "BB-6", move: "BB-7", hide: "BB-7", shurikens: "BB-24", diagonal: "BB-25", blowgun: "BB-26",
  metsubushi: "BB-21", smoke: "BB-22", reinforce: "BB-27", reinforcements: "BB-27", repair: "BB-27", revelation: "BB-27", showdown: "BB-28",
};
const OWN_TEXT = new Set(["reinforcements", "repair", "revelation", "showdown", "none", "no"]);

export function ruleOf(card: string, guard: boolean): string | null {
  return (guard ? GUARD_RULES[card] : undefined) ?? RULES[card] ?? null;
}

/** What a card does, in a sentence or two. */
export function explain(card: string, guard: boolean, language: Language): string {
  const name = card === "reinforce" ? "reinforcements" : card;
  if (OWN_TEXT.has(name)) return TEXTS[language][name as "repair"];
  const rule = ruleOf(card, guard);
  const text = rule ? ((words.rules[language] as Record<string, string>)[rule] ?? "") : "";
  // the card says its name already; semicolons separate what the live region offers
  const said = capital(text.replace(`${(words.cards[language] as Record<string, string>)[card]}: `, ""));
  return said.split("; ").map(capital).join(". ");
}

/** What a card does in a few words, beside a link to its rule. */
export function inShort(card: string, guard: boolean, language: Language): string {
  const key = `about${guard && card === "move" ? "GuardMove" : capital(card)}`;
  return key in TEXTS[language] ? TEXTS[language][key as Key] : explain(card, guard, language);
}

/** "Samurai 5" at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export { TEXTS };
