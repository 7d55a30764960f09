import { expect, test } from "vitest";
import { Placing } from "./placing.svelte";

test("cards fill the next free slot, or a certain one, and can be taken back", () => {
  const placing = new Placing();
  placing.begin(3);
  placing.toggle("P1");
  placing.toggle("R2", 2);
  expect(placing.placed).toEqual(["P1", null, "R2"]);
  placing.toggle("P1");
  placing.toggle("B3");
  expect(placing.placed).toEqual(["B3", null, "R2"]);
  expect(placing.missing).toBe(1);
  placing.toggle("R2", 1); // moved to another slot, never twice
  expect(placing.placed).toEqual(["B3", "R2", null]);
});

test("when all slots are full the last card gives way", () => {
  const placing = new Placing();
  placing.begin(2);
  for (const card of ["P1", "P2", "P3"]) placing.toggle(card);
  expect(placing.placed).toEqual(["P1", "P3"]);
});

test("a half may hold any number, and every step can be undone", () => {
  const placing = new Placing();
  placing.begin("any");
  for (const card of ["P1", "P2", "P1"]) placing.toggle(card);
  expect(placing.cards).toEqual(["P2"]);
  placing.undo();
  expect(placing.cards).toEqual(["P1", "P2"]);
  placing.undo();
  placing.undo();
  expect(placing.cards).toEqual([]);
  expect(placing.canUndo).toBe(false);
});
