import { describe, expect, test } from "vitest";
import { chooseCard, chooseMan, chooseSpot, fitting, guess, nextSpots, NOTHING, optionsOf, partsOf, wholeMove } from "./moves";

const GUARD = optionsOf(["s1:katana", "s1:search", "s1:move:castle", "s3:katana", "s3:search", "s3:move:castle", "s3:move:west"]);
const NINJA = optionsOf(["kunai:s4", "shuriken:s3", "shuriken:s5", "hide", "move:dojo", "shurikens:s3,s5", "shurikens:s3,s6", "blowgun:s3", "blowgun:s4"]);
const AFTER = optionsOf(["reinforce:castle,castle", "reinforce:castle,dojo", "reinforce:dojo,dojo", "none"]);

describe("a move has parts", () => {
  test.each([
    ["s5:move:castle", { man: "s5", card: "move", spots: ["castle"] }],
    ["s5:katana", { man: "s5", card: "katana", spots: [] }],
    ["shurikens:s2,s5", { man: null, card: "shurikens", spots: ["s2", "s5"] }],
    ["special:blowgun", { man: null, card: "blowgun", spots: [] }],
    ["gate:west", { man: null, card: "gate", spots: ["west"] }],
    ["hide", { man: null, card: "hide", spots: [] }],
  ])("%s", (move, parts) => expect(partsOf(move)).toEqual({ move, ...parts }));
});

describe("choosing part by part", () => {
  test("samurai, then card, and the other way round, come to the same move", () => {
    const first = chooseCard(GUARD, chooseMan(GUARD, NOTHING, "s3")!, "katana")!;
    const second = chooseMan(GUARD, chooseCard(GUARD, NOTHING, "katana")!, "s3")!;
    expect(wholeMove(GUARD, first)).toBe("s3:katana");
    expect(wholeMove(GUARD, second)).toBe("s3:katana");
  });

  test("where one way is left it chooses itself", () => {
    const alone = chooseCard(GUARD, chooseMan(GUARD, NOTHING, "s1")!, "move")!;
    expect(wholeMove(GUARD, alone)).toBe("s1:move:castle");
    const open = chooseCard(GUARD, chooseMan(GUARD, NOTHING, "s3")!, "move")!;
    expect(wholeMove(GUARD, open)).toBeNull();
    expect([...nextSpots(GUARD, open)]).toEqual(["castle", "west"]);
  });

  test("another samurai keeps the card, another card the samurai", () => {
    const chosen = chooseCard(GUARD, chooseMan(GUARD, NOTHING, "s3")!, "search")!;
    expect(wholeMove(GUARD, chooseMan(GUARD, chosen, "s1")!)).toBe("s1:search");
    expect(wholeMove(GUARD, chooseCard(GUARD, chosen, "katana")!)).toBe("s3:katana");
  });

  test("a second target is asked for, and another takes its place", () => {
    const card = chooseCard(NINJA, NOTHING, "shurikens")!;
    const one = chooseSpot(NINJA, card, "s3")!;
    expect([...nextSpots(NINJA, one)]).toEqual(["s5", "s6"]);
    const two = chooseSpot(NINJA, one, "s5")!;
    expect(wholeMove(NINJA, two)).toBe("shurikens:s3,s5");
    expect(wholeMove(NINJA, chooseSpot(NINJA, two, "s6")!)).toBe("shurikens:s3,s6");
  });

  test("a place may be named twice, and taken back where it may not", () => {
    const one = chooseSpot(AFTER, chooseCard(AFTER, NOTHING, "reinforce")!, "dojo")!;
    expect(wholeMove(AFTER, chooseSpot(AFTER, one, "dojo")!)).toBe("reinforce:dojo,dojo");
    expect(wholeMove(AFTER, chooseSpot(AFTER, one, "castle")!)).toBe("reinforce:castle,dojo");
    const twice = chooseSpot(AFTER, one, "dojo")!;
    expect(chooseSpot(AFTER, twice, "dojo")!.spots).toEqual(["dojo"]);
  });

  test("a room that only one card reaches chooses that card", () => {
    expect(wholeMove(NINJA, chooseSpot(NINJA, NOTHING, "dojo")!)).toBe("move:dojo");
    expect(fitting(NINJA, chooseSpot(NINJA, NOTHING, "s4")!).map(({ move }) => move)).toEqual(["kunai:s4", "blowgun:s4"]);
  });

  test("what no move has cannot be chosen", () => {
    expect(chooseCard(NINJA, NOTHING, "sabotage")).toBeNull();
    expect(chooseSpot(NINJA, chooseCard(NINJA, NOTHING, "shuriken")!, "dojo")).not.toBeNull(); // another card, then
    expect(chooseMan(GUARD, NOTHING, "s2")).toBeNull();
  });
});

describe("a whole move to ask about", () => {
  const places = ["chamber", "corridor", "castle"];
  test.each([
    [{ man: null, card: "kunai", spots: [] }, "kunai:s2"],
    [{ man: null, card: "shurikens", spots: ["s4"] }, "shurikens:s3,s4"],
    [{ man: null, card: "move", spots: ["castle"] }, "move:castle"],
    [{ man: "s2", card: "move", spots: [] }, "s2:move:chamber"],
    [{ man: "s2", card: "yumi", spots: [] }, "s2:yumi"],
    [{ man: null, card: "repair", spots: [] }, "repair:corridor"],
    [{ man: null, card: "smoke", spots: [] }, "smoke"],
  ])("%j", (parts, move) => expect(guess(parts, ["s2", "s3"], places)).toBe(move));
});
