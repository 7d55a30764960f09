import { expect, test } from "vitest";
import { readPrefs } from "./prefs.svelte";

test("a new browser gets the device's language", () => {
  expect(readPrefs(null, "ja-JP").language).toBe("ja");
  expect(readPrefs(null, "de").language).toBe("en");
});

test("what is stored comes back", () => {
  expect(readPrefs('{"name":"Mio","speed":2,"language":"en"}', "ja")).toMatchObject({ name: "Mio", speed: 2, language: "en" });
});

test.each(["{", "7", '"x"', "[]", '{"speed":99,"name":7,"theme":"pink"}'])("nonsense %s is ignored", (stored) => {
  expect(readPrefs(stored, "en")).toEqual(readPrefs(null, "en"));
});
