import { expect, test } from "vitest";
import { Composer, legalFirst } from "./compose.svelte";
import type { Branch, Pick, Tree } from "./protocol";
import { stateOf, tap } from "./tap";
import type { BoardProps } from "./board";

const pick = (changes: Partial<Pick> = {}): Pick => ({ kind: "pick", seat: 0, rule: "SD-9", which: ["P3", "P10", "R9"], least: 1, most: 1, chosen: [], then: null, to: null, ...changes });
const branch = (move: string, then: Branch[] = []): Branch => ({ move, kind: "move", die: 1, stone: "V", from: 1, to: 2, then });
const tree: Tree = { kind: "tree", seat: 0, rule: "TA-11", dice: [1, 3], left: [1, 3], which: [branch("1-2", [branch("2-5"), branch("3-6")]), branch("3-4", [branch("1-4")])] };

function composing(choice: Pick | Tree): Composer {
  const composer = new Composer();
  composer.choice = choice;
  return composer;
}

test("one of several: another takes its place", () => {
  const composer = composing(pick());
  expect(composer.complete).toBe(false);
  composer.toggle("P3");
  composer.toggle("R9");
  expect(composer.moves).toEqual(["R9"]);
  expect(composer.single).toBe(true);
});

test("several are sent in the order of the choice, whatever order they were taken in, then `then`", () => {
  const composer = composing(pick({ least: 1, most: 2, then: "done" }));
  composer.toggle("R9");
  composer.toggle("P10");
  expect(composer.moves).toEqual(["P10", "R9", "done"]);
});

test("too few are not sent; what is taken twice is put back", () => {
  const composer = composing(pick({ least: 2, most: 2 }));
  composer.toggle("P3");
  expect(composer.moves).toEqual([]);
  composer.toggle("R9");
  expect(composer.complete).toBe(true);
  composer.toggle("P3");
  expect(composer.picked).toEqual(["R9"]);
});

test("a choice that may end at once is complete without a pick", () => {
  expect(composing(pick({ least: 0, most: 2, then: "done" })).moves).toEqual(["done"]);
});

test("undo takes back step by step", () => {
  const composer = composing(pick({ least: 1, most: 2 }));
  for (const move of ["P3", "P10", "P3"]) composer.toggle(move);
  expect(composer.picked).toEqual(["P10"]);
  composer.undo();
  expect(composer.picked).toEqual(["P3", "P10"]);
  composer.undo();
  composer.undo();
  expect(composer.canUndo).toBe(false);
});

test("a tree offers what may follow and ends where nothing does", () => {
  const composer = composing(tree);
  expect(composer.options).toEqual(["1-2", "3-4"]);
  expect(composer.toggle("2-5")).toBe(false);
  composer.toggle("1-2");
  expect(composer.options).toEqual(["2-5", "3-6"]);
  expect(composer.complete).toBe(false);
  composer.toggle("3-6");
  expect(composer.moves).toEqual(["1-2", "3-6"]);
  expect(composer.path.map((node) => node.move)).toEqual(["1-2", "3-6"]);
  composer.undo();
  expect(composer.options).toEqual(["2-5", "3-6"]);
});

test("what follows without a choice need not be chosen", () => {
  const composer = composing(tree);
  expect(composer.forced).toEqual([]);
  composer.toggle("3-4");
  expect(composer.complete).toBe(true);
  expect(composer.moves).toEqual(["3-4", "1-4"]);
  composer.toggle("1-4");
  expect(composer.moves).toEqual(["3-4", "1-4"]);
  expect(composing({ ...tree, which: [branch("3-4", [branch("1-4")])] }).moves).toEqual(["3-4", "1-4"]);
});

test("a new choice forgets what was composed", () => {
  const composer = composing(pick());
  composer.toggle("P3");
  composer.choice = pick();
  expect(composer.picked).toEqual([]);
  expect(legalFirst(tree)).toEqual(["1-2", "3-4"]);
  expect(legalFirst(null)).toEqual([]);
});

function board(choice: Pick | Tree, oneTap = false) {
  const told: string[] = [];
  const props = { choice, composer: composing(choice), prefs: { oneTap }, act: (moves?: string[]) => told.push(`act ${moves}`), why: (moves: string[]) => told.push(`why ${moves}`) } as unknown as BoardProps;
  return { props, told };
}

test("a tap lifts, a second one plays; with one tap the first plays", () => {
  const { props, told } = board(pick());
  tap(props, "P3");
  expect(stateOf(props, "P3")).toBe("picked");
  expect(told).toEqual([]);
  tap(props, "P3");
  expect(told).toEqual(["act P3"]);
  const quick = board(pick(), true);
  tap(quick.props, "P3");
  expect(quick.told).toEqual(["act P3"]);
});

test("a tap on what is not legal asks why, with what was composed before it in a tree", () => {
  const { props, told } = board(pick());
  tap(props, "G1");
  const sequence = board(tree);
  tap(sequence.props, "1-2");
  tap(sequence.props, "9-9");
  expect([...told, ...sequence.told]).toEqual(["why G1", "why 1-2,9-9"]);
  expect(stateOf(props, "G1")).toBe("illegal");
});
