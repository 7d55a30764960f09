import { expect, test } from "vitest";
import { en, type TextKey } from "./i18n/en";
import { ja } from "./i18n/ja";
import { signed } from "./i18n.svelte";
import { fill } from "./text";

const keys = Object.keys(en) as TextKey[];
const parts = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test("English and Japanese have the same keys", () => {
  expect(Object.keys(ja).sort()).toEqual([...keys].sort());
});

test.each(keys)("%s is filled in with the same parts in both", (key) => {
  expect(new Set(parts(ja[key]))).toEqual(new Set(parts(en[key])));
  expect(ja[key].trim()).not.toBe("");
});

test("the Japanese table has no English sentence left", () => {
  const english = keys.filter((key) => /[a-z]{4,}/.test(ja[key].replace(/\{\w+\}/g, "")));
  expect(english).toEqual([]);
});

test("parts are filled in, unknown ones stay to be seen", () => {
  expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  expect(signed(-3)).toBe("−3");
  expect(signed(3, true)).toBe("+3");
});
