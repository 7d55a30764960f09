import { describe, expect, test } from "vitest";
import type { Choice, GameEvent, GameWords, Language, View } from "../lib/board";

interface Moment {
  game: string;
  view: View;
  choice: Choice | null;
  events: (Omit<GameEvent, "text"> & { text: Record<Language, string> })[];
}

const moments = import.meta.glob<Moment>("../../fixtures/*/*.json", { eager: true, import: "default" });
const words = import.meta.glob<{ words: GameWords }>("./*/words.ts", { eager: true });
const ENGLISH = /[A-Za-z]{3,}/;

describe.each(Object.entries(moments))("%s", (_, { game, view, choice, events }) => {
  const { words: own } = words[`./${game}/words.ts`]!;

  test("every offered move has a name, and in Japanese no English one", () => {
    const moves = !choice ? [] : choice.kind === "pick" ? choice.which : choice.which.map(({ move }) => move);
    for (const move of moves) {
      expect(own.moveName(move, "en")).not.toMatch(/\{|undefined|:/);
      expect(own.moveName(move, "ja")).not.toMatch(ENGLISH);
    }
  });

  test("the prompt and where the game stands are sentences in both languages", () => {
    for (const language of ["en", "ja"] as const) {
      const said = [own.standing(view, language), ...(choice ? [own.prompt(view, choice, language)] : [])];
      for (const sentence of said) expect(sentence).not.toMatch(/\{|undefined|NaN/);
      if (language === "ja") for (const sentence of said) expect(sentence).not.toMatch(ENGLISH);
    }
  });

  test("the log is read with names instead of notation", () => {
    for (const { text } of events) {
      const read = own.readable?.(text.en, "en") ?? text.en;
      expect(read).not.toMatch(/undefined/);
      if (game === "slaughter") expect(read).not.toMatch(/\b[PRBG]\d/);
    }
  });
});
