// What the board of Tiger & Dragon says by itself, in both languages.

import generated from "../../generated/words/tiger-dragon.json";
import type { Language } from "../../lib/board";
import type { TigerDragonCard, TigerDragonSeat, TigerDragonView } from "../../lib/protocol";
import { fill, type Parts } from "../../lib/text";
import { DOWN } from "./after";

export const KINDS = [..."12345678", "T", "D"];

const en = {
  tiles: "{n} tiles", tile1: "1 tile", richi: "Richi!", partner: "partner", foretold: "foretold {tile}", starts: "start player", down: "{n} face down",
  attacks: "{name} attacks", youAttack: "You attack", defended: "{name} defended", youDefended: "You defended", toAttack: "{name} to attack", youToAttack: "Your attack", goesOut: "{name} goes out", youGoOut: "You go out", toLap: "Nobody defended", lapsOf: "{name} lays a tile face down", youLap: "You lay a tile face down", foretelling: "Foretelling",
  passed: "passed", now: "now", waits: "waits", you: "You", sameOrTiger: "{n} or the Tiger Mystery defends", sameOrDragon: "{n} or the Dragon Mystery defends", anyEven: "Tiger Mystery: any even number defends", anyOdd: "Dragon Mystery: any odd number defends", slot: "attack",
  lastTile: "last tile", unseen: "unseen", bonus: "+{n} per own face-down tile", bonusAll: "+{n} per face-down tile, everybody’s", bonusNone: "no bonus for face-down tiles", foretoldWorth: "{n} if foretold", caption: "Battlefield {field}: points for the last tile, and copies not yet seen",
  T: "Tiger Mystery", D: "Dragon Mystery", defendOrPass: "Defend or pass?", mustPass: "Nothing matches: pass", thenAttack: "Then you attack", onlyPass: "You hold no tile that defends", worth: "As last tile worth {n} point{n:|s}", answersOf: "{n} unseen tile{n:|s} could answer", lapHint: "It counts as a bonus if you go out",
  lastRound: "Last round", roundOver: "Round over", wentOut: "{name} went out with {tile}: {points} point{points:|s}", youWentOut: "You went out with {tile}: {points} point{points:|s}", hands: "Hands", faceDown: "face down", leftOver: "Left over", none: "none", close: "Close", rack: "Your tiles", foretellNone: "Nothing", pass: "Pass", alwaysPass: "Always pass", points: "{n} point{n:|s}",
  summary: "Battlefield {field}. {clash} {seats}", seatSummary: "{name}: {hand} in hand, laid {row}.", attackIs: "{name} attacks with {tile}.", yourAttackIs: "You attack with {tile}.", noAttack: "No attack lies on the table.", isDown: "face down", nothing: "nothing",
  mind: "Worth keeping in mind", could: "could answer", ends: "ends with",
};

const ja: Record<keyof typeof en, string> = {
  tiles: "{n}枚", tile1: "1枚", richi: "リーチ！", partner: "味方", foretold: "{tile}を予告", starts: "親", down: "裏{n}枚",
  attacks: "{name}の攻撃", youAttack: "あなたの攻撃", defended: "{name}が防御", youDefended: "あなたが防御", toAttack: "{name}が攻撃する番", youToAttack: "攻撃する番", goesOut: "{name}が上がり", youGoOut: "あなたが上がり", toLap: "誰も防御しない", lapsOf: "{name}が1枚を裏向きに置く", youLap: "1枚を裏向きに置く", foretelling: "予告",
  passed: "パス", now: "番", waits: "待ち", you: "あなた", sameOrTiger: "{n}か虎のミステリーで防御", sameOrDragon: "{n}か龍のミステリーで防御", anyEven: "虎のミステリー: どの偶数でも防御", anyOdd: "龍のミステリー: どの奇数でも防御", slot: "攻撃",
  lastTile: "最後の牌", unseen: "未出", bonus: "自分の裏牌1枚につき+{n}", bonusAll: "全員の裏牌1枚につき+{n}", bonusNone: "裏牌のボーナスなし", foretoldWorth: "予告なら{n}", caption: "戦場「{field}」: 最後の牌の点と、まだ見えていない枚数",
  T: "虎のミステリー", D: "龍のミステリー", defendOrPass: "防御する？ パスする？", mustPass: "合う牌がない: パス", thenAttack: "防御したら次に攻撃", onlyPass: "防御できる牌を持っていない", worth: "最後の牌なら{n}点", answersOf: "防げる牌は未出{n}枚", lapHint: "上がればボーナスになる",
  lastRound: "前のラウンド", roundOver: "ラウンド終了", wentOut: "{name}が{tile}で上がり: {points}点", youWentOut: "あなたが{tile}で上がり: {points}点", hands: "手牌", faceDown: "裏", leftOver: "残り", none: "なし", close: "閉じる", rack: "あなたの牌", foretellNone: "予告しない", pass: "パス", alwaysPass: "ずっとパス", points: "{n}点",
  summary: "戦場は{field}。{clash}{seats}", seatSummary: "{name}: 手牌{hand}枚、出した牌 {row}。", attackIs: "{name}が{tile}で攻撃。", yourAttackIs: "あなたが{tile}で攻撃。", noAttack: "攻撃の牌はない。", isDown: "裏", nothing: "なし",
  mind: "覚えておくこと", could: "防げる牌", ends: "上がり",
};

const TABLES = { en, ja };
export type Say = (key: keyof typeof en, parts?: Parts) => string;

export function speaker(language: Language): Say {
  return (key, parts = {}) => fill(TABLES[language][key], parts);
}

export function fieldName(name: string, language: Language): string {
  return (generated.fields[language] as Record<string, string>)[name] ?? name;
}

export function tileName(tile: string, language: Language): string {
  const say = speaker(language);
  return tile === DOWN ? say("isDown") : tile === "T" || tile === "D" ? say(tile) : tile;
}

/** What answers this attack, as the rule card says it. */
export function answerText(tile: string, language: Language): string {
  const say = speaker(language);
  if (tile === "T") return say("anyEven");
  if (tile === "D") return say("anyOdd");
  return say(Number(tile) % 2 ? "sameOrDragon" : "sameOrTiger", { n: tile });
}

export function bonusText({ bonus, everyones, foretold }: TigerDragonCard, language: Language): string {
  const say = speaker(language);
  const said = [bonus ? say(everyones ? "bonusAll" : "bonus", { n: bonus }) : say("bonusNone")];
  if (foretold !== null) said.push(say("foretoldWorth", { n: foretold }));
  return said.join(" · ");
}

/** The whole table in words. */
export function summary(view: TigerDragonView, names: string[], language: Language): string {
  const say = speaker(language);
  const clash = view.attack && view.attacker !== null ? say(view.attacker === view.viewer ? "yourAttackIs" : "attackIs", { name: names[view.attacker]!, tile: tileName(view.attack, language) }) : say("noAttack");
  const row = ({ row }: TigerDragonSeat) => row.map((tile) => tileName(tile, language)).join(language === "ja" ? "、" : ", ") || say("nothing");
  const seats = view.seats.map((seat, k) => say("seatSummary", { name: names[k]!, hand: seat.hand, row: row(seat) }));
  return say("summary", { field: fieldName(view.battlefield?.name ?? view.field, language), clash, seats: seats.join(" ") });
}
