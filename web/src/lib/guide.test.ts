import { expect, test } from "vitest";
import { noteAt, samePick, strays } from "./guide";

test("a note stays until the next one", () => {
  expect(noteAt(["first", "", "third"], 0)).toBe("first");
  expect(noteAt(["first", "", "third"], 1)).toBe("first");
  expect(noteAt(["first", "", "third"], 5)).toBe("third");
  expect(noteAt([""], 0)).toBe("");
});

test("what has no order may come in any, and nothing may be missing or twice", () => {
  expect(samePick(["B6", "B3", "done"], ["B3", "B6", "done"])).toBe(true);
  expect(samePick(["B3", "done"], ["B3", "B6", "done"])).toBe(false);
  expect(samePick(["B3", "B3"], ["B3", "B6"])).toBe(false);
});

test("a sequence strays at its first other step", () => {
  expect(strays(["3-4"], ["3-4", "W-1"])).toBe(false);
  expect(strays(["W-1"], ["3-4", "W-1"])).toBe(true);
  expect(strays(["3-4", "W-1", "2-3"], ["3-4", "W-1"])).toBe(true);
});
