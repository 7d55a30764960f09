import type { Aids, Choice, GameEvent, SeatInfo, View } from "../src/lib/board";
import type { Language } from "../src/lib/board";

type Told = Omit<GameEvent, "text"> & { text: Record<Language, string> };

interface Seen {
  view: View;
  choice: Choice | null;
  aids: Aids;
  events: Told[];
  scores: number[];
}

/** A moment of a real game as one viewer has it, and what happens next (web/fixtures.py). */
export interface Fixture extends Seen {
  game: string;
  moment: string;
  viewer: number;
  names: string[];
  step: Seen & { actions: string[] };
}

const files = import.meta.glob<Fixture>("../fixtures/*/*.json", { import: "default" });

export const FIXTURES = Object.keys(files).map((path) => {
  const [game, moment] = path.replace("../fixtures/", "").replace(".json", "").split("/") as [string, string];
  return { game, moment };
});

export function loadFixture(game: string, moment: string): Promise<Fixture> {
  return files[`../fixtures/${game}/${moment}.json`]!();
}

export function told(events: Told[], language: Language): GameEvent[] {
  return events.map((event) => ({ ...event, text: event.text[language] }) as GameEvent);
}

const PRESENCES: SeatInfo["presence"][] = ["here", "here", "away", "bot", "gone"];

export function seatsOf(fixture: Fixture, scores: number[]): SeatInfo[] {
  const counted = !["tatsu", "bushido"].includes(fixture.game);
  return fixture.names.map((name, seat) => ({ seat, name, presence: PRESENCES[seat]!, score: counted ? scores[seat]! : null }));
}
