// What this board says besides names and prompts (words.ts).

import generated from "../../generated/words/slaughter.json";
import type { ByLanguage, Language } from "../../lib/board";
import { fill, type Parts } from "../../lib/text";
import { JOIN } from "../shared";

const TEXTS = {
  en: {
    winning: "winning", trump: "trump", trumpIs: "Trump is {colour}.", yourCard: "your card", stake: "poison in this trick", noStake: "no poison in this trick",
    slices: "{n} slices", slice: "1 slice", cards: "{n} cards", card: "1 card", halves: "{first} + {second} cards", poison: "poison {cards}", noPoison: "no poison", thisRound: "this round {points}", ifNow: "If the round ended now",
    calledYou: "of trump is yours", called: "of trump: {name}", summoned: "summoned",
    noColour: "no {colours}", noColourFirst: "no {colours} in the first half", or: " or ", voids: "Known of the hands", unseen: "Not yet seen", inScale: "In the Inverted Scale: {cards}", moon: "Only {name} can still take all the poison.",
    first: "First half", firstNote: "your hand now · {n}", second: "Second half", secondNote: "face down, for later · {n}", divide: "Divide {first} | {second}", moveHint: "Tap a card to move it to the other half", halfEmpty: "Each half needs a card",
    toSecond: "{card}, first half", toFirst: "{card}, second half", later: "second half", laterAre: "second half: {cards}",
    back: "back to the Scale", forSeat: "for {name}", emptySlot: "{what}: empty", inSlot: "{card}, {what}: take back", isNew: "new", newCard: "{card}, new", give: "Give", put: "Put back", chooseSlots: "Choose {n} more", slots: "What you give",
    dragon: "The dragon: {slices} left, and the head.", head: "Only the head is left.", gone: "The dragon is carved up.", scale: "{n} cards lie under the head as the Inverted Scale.",
    played: "{name}: {card}", nobodyPlayed: "No card is on the table.", wins: "{name} wins the trick so far.", revealed: "The Inverted Scale: {cards}.", shot: "{name} has taken all the poison!",
    following: "Your turn: follow {colour}", free: "Your turn: you have no {colour}, play any card", leading: "Your turn: lead a card", purpleLater: "Purple may not be led yet", takeTrick: "{name} would take it", soul: "Give {name} one card", souls: "Give each of them one card", putting: "Put two cards back under the head", dividing: "Divide your hand",
  },
  ja: {
    winning: "勝っている", trump: "切り札", trumpIs: "切り札は{colour}。", yourCard: "あなたの札", stake: "このトリックの毒", noStake: "このトリックに毒なし",
    slices: "{n}切れ", slice: "1切れ", cards: "{n}枚", card: "1枚", halves: "{first}＋{second}枚", poison: "毒 {cards}", noPoison: "毒なし", thisRound: "今回 {points}", ifNow: "今ラウンドが終われば",
    calledYou: "の切り札はあなた", called: "の切り札：{name}", summoned: "口寄せ",
    noColour: "{colours}なし", noColourFirst: "前半に{colours}なし", or: "・", voids: "手札についてわかること", unseen: "まだ見ていない札", inScale: "逆鱗の中：{cards}", moon: "毒をすべて取れるのは{name}だけ。",
    first: "前半", firstNote: "今の手札・{n}枚", second: "後半", secondNote: "裏向き、後で使う・{n}枚", divide: "{first}｜{second}に分ける", moveHint: "札をタップすると反対側へ移る", halfEmpty: "前半にも後半にも1枚は要る",
    toSecond: "{card}、前半", toFirst: "{card}、後半", later: "後半", laterAre: "後半：{cards}",
    back: "逆鱗へ戻す", forSeat: "{name}へ", emptySlot: "{what}：空き", inSlot: "{card}、{what}：取り消す", isNew: "新", newCard: "{card}、引いた札", give: "渡す", put: "戻す", chooseSlots: "あと{n}枚選ぶ", slots: "渡す札",
    dragon: "龍は残り{slices}と頭。", head: "残りは龍の頭だけ。", gone: "龍は切り尽くされた。", scale: "頭の下に逆鱗が{n}枚。",
    played: "{name}：{card}", nobodyPlayed: "場に札はない。", wins: "今は{name}が勝っている。", revealed: "逆鱗：{cards}。", shot: "{name}が毒をすべて取った！",
    following: "あなたの番：{colour}をフォロー", free: "あなたの番：{colour}がないので何でもよい", leading: "あなたの番：リードする", purpleLater: "紫はまだリードできない", takeTrick: "今は{name}が取る", soul: "{name}に1枚渡す", souls: "全員に1枚ずつ渡す", putting: "頭の下に2枚戻す", dividing: "手札を分ける",
  },
} satisfies ByLanguage<Record<string, string>>;

export type Key = keyof (typeof TEXTS)["en"];
export type Tell = (key: Key, parts?: Parts) => string;

export function speaker(language: Language): Tell {
  return (key, parts = {}) => fill(TEXTS[language][key], parts);
}

export function colourName(colour: string, language: Language): string {
  return generated.colours[language][colour as "P"];
}

/** Between cards in a row. */
export function joined(names: string[], language: Language): string {
  return names.join(JOIN[language]);
}

export { TEXTS };
