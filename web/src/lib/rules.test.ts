import { expect, test } from "vitest";
import { GAMES } from "./games";
import { loadRules, search } from "./rules";

test.each(GAMES.map(({ name }) => name))("%s: every rule has both languages", async (game) => {
  const { en, ja } = await loadRules(game);
  expect(Object.keys(en).length).toBeGreaterThan(5);
  expect(Object.keys(ja)).toEqual(Object.keys(en));
});

test("a search finds by word and by whole id, and marks rulings", async () => {
  const rules = await loadRules("slaughter");
  const ids = (words: string) => search("slaughter", rules, "en", words).map(({ id }) => id);
  expect(ids("SD-1")).toEqual(["SD-1"]);
  expect(ids("purple led")).toContain("SD-8");
  expect(ids("purple nonsense")).toEqual([]);
  const marked = search("slaughter", rules, "en", "").filter(({ ruling }) => ruling);
  expect(marked.map(({ id }) => id)).toEqual(["SD-1", "SD-4", "SD-8"]);
});
