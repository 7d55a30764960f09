// The castle in words, for screen readers.

import type { Language, SeatInfo } from "../../lib/board";
import type { BushidoSuspect } from "../../lib/protocol";
import type { Drawn } from "./after";
import { percent } from "./map";
import { speaker } from "./texts";
import { manName, placeName } from "./words";

export interface Told {
  view: Drawn;
  seats: SeatInfo[];
  suspects: BushidoSuspect[];
  language: Language;
}

export function summary({ view, seats, suspects, language }: Told): string {
  const say = speaker(language);
  const comma = language === "ja" ? "、" : ", ";
  const who = (seat: number) => seats[seat]?.name ?? "";
  const rooms = view.places.map((place) => {
    const name = placeName(place.name, language);
    const what: string[] = [];
    if (place.alarm !== null) what.push(say(place.alarm ? "alarmOn" : "alarmOff"));
    if (place.floor) what.push(say("floor"));
    what.push(...place.samurai.map((man) => manName(man, language)));
    if (view.own?.place === place.name) what.push(say("onlyYou").replace(/[.。]$/, ""));
    for (const ninja of view.ninja) if (ninja.place === place.name && ninja.seat !== view.viewer) what.push(say("isHere", { name: who(ninja.seat) }));
    for (const { seat, places } of suspects) if (places[place.name]) what.push(say("mayBe", { name: who(seat), chance: percent(places[place.name]!) }));
    return say("summaryPlace", { place: name, what: what.join(comma) || say("nobody") });
  });
  return [chamberText(view, language), ...rooms].join(" ");
}

/** How far the Chamber is. */
export function chamberText(view: Drawn, language: Language): string {
  const say = speaker(language);
  const missing = view.needed - view.disabled;
  if (view.showdown) return say("alarmsIdle");
  if (missing <= 0) return say("chamberOpen");
  return missing === 1 ? say("chamberNext") : say("chamberIn", { n: missing });
}
