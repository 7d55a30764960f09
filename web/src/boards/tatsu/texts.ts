// What the board of Tatsu says by itself, in both languages.

import generated from "../../generated/words/tatsu.json";
import type { Language } from "../../lib/board";
import type { Branch, TatsuView } from "../../lib/protocol";
import { fill, type Parts } from "../../lib/text";
import { KINDS, seatOf } from "./stones";

const en = {
  ring: "Ring", dice: "Dice", die: "Die {n}", dieUsed: "Die {n}, used", dieFirst: "Die {n}: choose it first, then a stone",
  mat: "mat", tray: "tray", dead: "dead", none: "none", onRing: "{n} on the ring", zone: "{zone}: {stones}", count: "{n} {stone}",
  segment: "Segment {n}", corner: "{stone} corner", entry: "entry of {side}", inner: "{stone}", held: "{stone}, held", empty: "empty", yours: "your {stone}", theirs: "{side}’s {stone}",
  choose: "choose it", chosen: "chosen", cannot: "cannot move now", danger: "in danger from {rolls} of 36 rolls",
  matStone: "{stone} on your mat", land: "Die {die}: {stone} lands on {to}{effect}", done: "{die}: {what}{effect}",
  moves: "{stone} {from} to {to}", enters: "{stone} enters on {to}", escapes: "{stone} escapes to {to}",
  hold: "holds your {on}", entangle: "entangles {side}’s {on}", expel: "sends {side}’s {on} back", destroy: "destroys {side}’s {on}", recruit: "recruits a {stone}", win: "wins",
  flagHold: "holds", flagEntangle: "entangles", flagExpel: "sends back", flagDestroy: "destroys", flagRecruit: "+1", flagWin: "wins",
  now: "Now a stone for the {die}", where: "Where to? Tap a landing place.", whichStone: "Which stone takes the {die}?", forced: "The rest is the only way: {what}", escapeCosts: "An escape is the whole turn.",
  tapStone: "tap a stone", playDie: "play the {die}", landing: "choose where it lands", ready: "ready", passes: "no move", inDanger: "In danger at {side}’s next roll", youThreaten: "You could hit with a roll", ofRolls: "{stone}, {rolls} of 36", nothing: "none", you: "You", sideOf: "{name}, {side}",
  summary: "{who} Dice: {dice}. {sides}", sideSummary: "{side}: on the ring {ring}; mat: {mat}; tray: {tray}; dead enemy stones: {dead}.", at: "{stone} on {n}", atHeld: "{stone} on {n} (held)", youAre: "You are {side}.", noDice: "none", winner: "{side} wins.", reasonType: "Every enemy {stone} is destroyed.",
};

const ja: Record<keyof typeof en, string> = {
  ring: "環", dice: "ダイス", die: "ダイス{n}", dieUsed: "ダイス{n}（使用済み）", dieFirst: "ダイス{n}: 先に選んでから石を選ぶ",
  mat: "マット", tray: "トレイ", dead: "破壊", none: "なし", onRing: "環に{n}個", zone: "{zone}: {stones}", count: "{stone}{n}個",
  segment: "区画{n}", corner: "{stone}の角", entry: "{side}の入口", inner: "{stone}", held: "{stone}（動けない）", empty: "空き", yours: "あなたの{stone}", theirs: "{side}の{stone}",
  choose: "選べる", chosen: "選択中", cannot: "今は動けない", danger: "36通り中{rolls}通りの目で狙われている",
  matStone: "マットの{stone}", land: "ダイス{die}: {stone}が{to}に着く{effect}", done: "{die}: {what}{effect}",
  moves: "{stone}を{from}から{to}へ", enters: "{stone}を{to}に投入", escapes: "{stone}が{to}へ脱出",
  hold: "自分の{on}を押さえる", entangle: "{side}の{on}を絡め取る", expel: "{side}の{on}を追い返す", destroy: "{side}の{on}を破壊", recruit: "{stone}を補充", win: "勝ち",
  flagHold: "押さえる", flagEntangle: "絡め取る", flagExpel: "追い返す", flagDestroy: "破壊", flagRecruit: "+1", flagWin: "勝ち",
  now: "次は{die}の目で動かす石を選ぶ", where: "どこへ？ 着地点をタップ。", whichStone: "{die}の目でどの石を動かす？", forced: "残りはこの一手だけ: {what}", escapeCosts: "脱出はその手番のただ一つの手。",
  tapStone: "石を選ぶ", playDie: "{die}を使う", landing: "着地点を選ぶ", ready: "決定できます", passes: "手なし", inDanger: "{side}の次の目で危ない石", youThreaten: "次の目で狙える石", ofRolls: "{stone}（36通り中{rolls}）", nothing: "なし", you: "あなた", sideOf: "{name}（{side}）",
  summary: "{who}ダイス: {dice}。{sides}", sideSummary: "{side}: 環の上 {ring}、マット {mat}、トレイ {tray}、破壊した敵の石 {dead}。", at: "{n}の{stone}", atHeld: "{n}の{stone}（動けない）", youAre: "あなたは{side}。", noDice: "なし", winner: "{side}の勝ち。", reasonType: "敵の{stone}がすべて破壊された。",
};

const TABLES = { en, ja };
export type Say = (key: keyof typeof en, parts?: Parts) => string;

export function speaker(language: Language): Say {
  return (key, parts = {}) => fill(TABLES[language][key], parts);
}

export function stoneName(kind: string, language: Language): string {
  return generated.stones[language][kind as "V"] ?? kind;
}

export function sideName(seat: number, language: Language): string {
  return generated.sides[language][seat] ?? "";
}

type Effect = "hold" | "entangle" | "expel" | "destroy";
const FLAGS: Record<Effect, "flagHold" | "flagEntangle" | "flagExpel" | "flagDestroy"> = { hold: "flagHold", entangle: "flagEntangle", expel: "flagExpel", destroy: "flagDestroy" };
const ART: Record<string, string> = { V: "vine", W: "water", F: "fire" };

/** What a part of a turn does where it lands, as short flags with a drawing. */
export function flagsOf(node: Branch, language: Language): { text: string; art: string | null; bad: boolean }[] {
  const say = speaker(language);
  const flags: { text: string; art: string | null; bad: boolean }[] = [];
  if (node.win) flags.push({ text: say("flagWin"), art: "crown", bad: false });
  if (node.effect) flags.push({ text: say(FLAGS[node.effect as Effect]), art: node.effect === "hold" ? null : (ART[node.stone] ?? null), bad: true });
  if (node.recruit) flags.push({ text: say("flagRecruit"), art: ART[node.recruit] ?? null, bad: false });
  return flags;
}

/** The same in words: ", destroys White’s Fire, recruits a Water". */
export function effectOf(node: Branch, language: Language): string {
  const say = speaker(language);
  const said: string[] = [];
  if (node.effect) said.push(say(node.effect as Effect, { on: stoneName(node.on[1], language), side: sideName(seatOf(node.on), language) }));
  if (node.recruit) said.push(say("recruit", { stone: stoneName(node.recruit, language) }));
  if (node.win) said.push(say("win"));
  return said.map((part) => (language === "ja" ? `、${part}` : `, ${part}`)).join("");
}

/** "2: Fire enters on 2, destroys White’s Fire" */
export function partName(node: Branch, language: Language): string {
  const say = speaker(language);
  const parts = { stone: stoneName(node.stone, language), from: node.from ?? "", to: node.to };
  const what = say(node.kind === "enter" ? "enters" : node.kind === "escape" ? "escapes" : "moves", parts);
  return say("done", { die: node.die, what, effect: effectOf(node, language) });
}

/** The whole table in words. */
export function summary(view: TatsuView, viewer: number, language: Language): string {
  const say = speaker(language);
  const sides = view.seats.map((seat, k) => {
    const ring = Object.entries(view.arena).flatMap(([n, codes]) =>
      codes.filter((code) => seatOf(code) === k).map((code) => say(codes.length > 1 && codes[0] === code ? "atHeld" : "at", { stone: stoneName(code[1]!, language), n })));
    const zone = (counts: Record<string, number>) => counted(counts, language);
    return say("sideSummary", { side: sideName(k, language), ring: ring.join(language === "ja" ? "、" : ", ") || say("none"), mat: zone(seat.mat), tray: zone(seat.tray), dead: zone(seat.dead) });
  });
  const who = viewer >= 0 ? say("youAre", { side: sideName(viewer, language) }) : "";
  return say("summary", { who: who + (language === "ja" ? "" : " "), dice: view.left.join(", ") || say("noDice"), sides: sides.join(" ") }).trim();
}

/** "1 Vine, 2 Water" */
export function counted(counts: Record<string, number>, language: Language): string {
  const say = speaker(language);
  const some = KINDS.filter((kind) => counts[kind]).map((kind) => say("count", { n: counts[kind]!, stone: stoneName(kind, language) }));
  return some.join(language === "ja" ? "、" : ", ") || say("none");
}
