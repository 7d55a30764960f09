// Which cards lie in the tray, and how they stand.

import type { BushidoView } from "../../lib/protocol";
import type { Draft } from "./draft.svelte";
import { fitting } from "./moves";

export interface TrayCard {
  card: string;
  art: string;
  /** how many are left; null: any number */
  left: number | null;
  state: "legal" | "picked" | "illegal" | undefined;
}

const ART: Record<string, string> = { alarm: "check-alarm", reinforce: "reinforcements", none: "hide", no: "pass" };
const NINJA_SPECIALS = ["shurikens", "diagonal", "blowgun", "metsubushi"];
const SAMURAI_SPECIALS = ["reinforcements", "repair", "showdown", "revelation"];
const REACTIONS = ["metsubushi", "smoke"];

export function artOf(card: string): string {
  return ART[card] ?? card;
}

/** Cards that each need a sentence beside them: specials to choose from, and answers. */
export function isExplained(view: BushidoView): boolean {
  return ["specials", "metsubushi", "smoke", "between"].includes(view.phase);
}

export function trayCards(view: BushidoView, viewer: number, draft: Draft, choosing: boolean): TrayCard[] {
  return names(view, viewer, choosing).map(([card, left]) => ({ card, art: artOf(card), left, state: choosing ? stateOf(draft, card) : undefined }));
}

function stateOf(draft: Draft, card: string): TrayCard["state"] {
  if (draft.chosen.card === card) return "picked";
  // a card that the chosen samurai cannot use is still offered: choosing it lets go of the samurai
  return fitting(draft.options, { man: null, card, spots: [] }).length ? "legal" : "illegal";
}

function names(view: BushidoView, viewer: number, choosing: boolean): [string, number | null][] {
  const guard = view.samurai.find(({ seat }) => seat === viewer);
  if (view.phase === "specials") return choosing ? (guard ? SAMURAI_SPECIALS : NINJA_SPECIALS).map((card) => [card, null]) : [];
  if (choosing && REACTIONS.includes(view.phase)) return [[view.phase, 1], ["no", null]];
  if (choosing && view.phase === "between" && guard?.special) return [[guard.special === "reinforcements" ? "reinforce" : guard.special, 1], ["none", null]];
  if (guard) return [["katana", guard.katana], ["yumi", guard.yumi], ["search", null], ["move", null], ["alarm", null], ["exits", null]];
  const own = view.own;
  if (!own) return [];
  const specials = own.specials.map((card): [string, number] => [card, card === "diagonal" ? own.diagonals : 1]);
  return [["kunai", own.kunai], ["shuriken", own.shuriken], ["sabotage", null], ["move", null], ["hide", null], ...specials, ...(own.smoke ? [["smoke", own.smoke] as [string, number]] : [])];
}
