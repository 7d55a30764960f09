// The sentence in the tray: what is chosen, what is missing, what the chosen card does.

import words from "../../generated/words/bushido.json";
import type { Language } from "../../lib/board";
import type { BushidoView } from "../../lib/protocol";
import type { Draft } from "./draft.svelte";
import { isMan } from "./moves";
import { capital, inShort, speaker, type Key } from "./texts";
import { bushido, cardName, manName } from "./words";

interface Situation {
  guard: boolean;
  /** a card is played for a samurai */
  acting: boolean;
  /** a target is asked for */
  aiming: boolean;
}

const SPOTS: Record<string, [Key, Key]> = { reinforce: ["whichRooms", "secondRoom"], repair: ["whichAlarms", "secondAlarm"], shurikens: ["atWhom", "second"] };

export function question(view: BushidoView, draft: Draft, { guard, acting, aiming }: Situation, language: Language): { sentence: string; detail: string } {
  const say = speaker(language);
  const { man, card, spots } = draft.chosen;
  const about = card ? inShort(card, acting, language) : "";
  if (draft.move) return { sentence: capital(bushido.moveName(draft.move, language)), detail: ["specials", "metsubushi", "smoke", "between"].includes(view.phase) ? "" : about };
  if (view.phase === "specials") return { sentence: say(view.picked[String(view.viewer)]?.length ? "pickAnother" : "pickSpecial"), detail: say("gateHint") };
  if (view.phase === "gates") return { sentence: say("pickGate"), detail: say("gateHint") };
  const prompt = (words.prompts[language] as Record<string, string>)[{ actions: "BB-2", guards: "BB-3", metsubushi: "BB-21", smoke: "BB-22", between: "BB-27" }[view.phase] ?? ""] ?? "";
  if (!card && !man) return { sentence: prompt, detail: acting ? say("anyOrder") : view.phase === "actions" ? say("layHint") : draft.options.length === 1 && guard ? say("cannotNow") : "" };
  if (man && !card) return { sentence: say("whichCard", { man: capital(manName(man, language)) }), detail: "" };
  const name = cardName(card ?? "", language);
  if (!aiming) return { sentence: say("whichMan", { card: name }), detail: about };
  if (man) return { sentence: say("manWhereTo", { man: capital(manName(man, language)) }), detail: say("tapLit") };
  const [first, second] = SPOTS[card ?? ""] ?? [[...draft.next].some(isMan) ? "atWhom" : "whereTo", "second"];
  return { sentence: say(spots.length ? second : first, { card: name }), detail: about };
}
