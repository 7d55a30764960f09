import { expect, test } from "vitest";
import { shortcut, target } from "./keys";

test.each([
  ["ArrowRight", 0, 1], ["ArrowRight", 2, 0], ["ArrowLeft", 0, 2], ["ArrowDown", 1, 2], ["Home", 2, 0], ["End", 0, 2], ["a", 0, null],
] as const)("%s from %i leads to %s", (key, at, next) => {
  expect(target(key, at, 3)).toBe(next);
});

function pressed(key: string, focused: string | null = null, more = {}): string[] {
  const told: string[] = [];
  const element = { closest: (selector: string) => (focused && selector.split(", ").includes(focused) ? { dataset: { move: "P4" } } : null) };
  shortcut({ key, target: element, preventDefault: () => told.push("mine"), ...more } as unknown as KeyboardEvent, {
    play: () => told.push("play"), takeBack: () => told.push("back"), log: () => told.push("log"), why: (move) => told.push(`why ${move}`),
  });
  return told;
}

test("Enter plays, Backspace takes back, L shows the log, ? asks why about the piece in focus", () => {
  expect(pressed("Enter")).toEqual(["play", "mine"]);
  expect(pressed("Backspace")).toEqual(["back", "mine"]);
  expect(pressed("l")).toEqual(["log", "mine"]);
  expect(pressed("?", "[data-move]")).toEqual(["why P4", "mine"]);
});

test("Enter on a button is the button's; typing is nobody's shortcut", () => {
  expect(pressed("Enter", "button")).toEqual([]);
  expect(pressed("l", "input")).toEqual([]);
  expect(pressed("l", null, { ctrlKey: true })).toEqual([]);
});
