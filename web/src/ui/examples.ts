// The drawn examples of the rules, from the guided first games (docs/games has the same ones).

import type { ByLanguage } from "../lib/board";

export interface ExamplePiece {
  /** a card "P4", a tile "6" ("down" if face down), or a stone "black W" */
  piece: string;
  above: ByLanguage;
  below?: ByLanguage;
  wins?: boolean;
  gone?: boolean;
}

export interface Example {
  kind: "card" | "tile" | "stone";
  pieces: ExamplePiece[];
  caption: ByLanguage;
}

const seat = (n: number): ByLanguage => ({ en: `Seat ${n}`, ja: `席${n}` });
const you = { en: "You", ja: "あなた" };
const wins = { en: "wins", ja: "勝ち" };

/** By game: how its rule ids begin, and what is drawn under which rule. */
export const EXAMPLES: Record<string, { prefix: string; drawn: Record<string, Example[]> }> = {
  slaughter: {
    prefix: "SD",
    drawn: {
      "SD-10": [
        {
          kind: "card",
          caption: { en: "Trump is green. Your green 1 beats every blue card.", ja: "切り札は緑。緑の1が青のすべてに勝つ。" },
          pieces: [
            { piece: "B1", above: seat(1), below: { en: "led", ja: "リード" } },
            { piece: "B2", above: seat(2) },
            { piece: "B5", above: seat(3) },
            { piece: "G1", above: you, below: wins, wins: true },
          ],
        },
      ],
    },
  },
  schadenfreude: {
    prefix: "SF",
    drawn: {
      "SF-5": [
        {
          kind: "card",
          caption: { en: "Swords are led. The second highest, your 5, wins.", ja: "剣がリードされた。2番目に大きいあなたの5が勝つ。" },
          pieces: [
            { piece: "S-3", above: seat(1), below: { en: "led", ja: "リード" } },
            { piece: "S3", above: seat(2) },
            { piece: "S6", above: seat(3), below: { en: "highest", ja: "最大" } },
            { piece: "S5", above: you, below: { en: "second: wins", ja: "2番目：勝ち" }, wins: true },
          ],
        },
      ],
      "SF-7": [
        {
          kind: "card",
          caption: { en: "The two −2 cancel. The pile is worth 5 + 4 − 1 = 8.", ja: "−2の2枚は打ち消し合う。得点札は5＋4−1＝8。" },
          pieces: [
            { piece: "S5", above: { en: "", ja: "" } },
            { piece: "K4", above: { en: "", ja: "" } },
            { piece: "F-2", above: { en: "", ja: "" }, gone: true },
            { piece: "K-2", above: { en: "", ja: "" }, gone: true },
            { piece: "H-1", above: { en: "", ja: "" } },
          ],
        },
      ],
    },
  },
  "tiger-dragon": {
    prefix: "TD",
    drawn: {
      "TD-5": [
        {
          kind: "tile",
          caption: { en: "Nobody answers the 2: lay a tile face down, and attack again.", ja: "2に誰も応じない：1枚を裏向きに置き、もう一度攻撃する。" },
          pieces: [
            { piece: "2", above: { en: "attack", ja: "攻撃" } },
            { piece: "down", above: { en: "lap bonus", ja: "1周ボーナス" } },
            { piece: "4", above: { en: "attack", ja: "攻撃" } },
          ],
        },
      ],
    },
  },
  tatsu: {
    prefix: "TA",
    drawn: {
      "TA-6": [
        {
          kind: "stone",
          caption: { en: "What each stone does to a lone enemy stone on which it ends.", ja: "止まった先に敵の石が1個あるとき、それぞれの石がすること。" },
          pieces: [
            { piece: "black V", above: { en: "Vine", ja: "蔓" }, below: { en: "entangles", ja: "絡め取る" } },
            { piece: "black W", above: { en: "Water", ja: "水" }, below: { en: "sends back", ja: "追い返す" } },
            { piece: "black F", above: { en: "Fire", ja: "火" }, below: { en: "destroys", ja: "破壊する" } },
          ],
        },
      ],
    },
  },
  bushido: { prefix: "BB", drawn: {} },
};
