import { beforeEach, describe, expect, it, vi } from "vitest";
import { answered, readSolved, remember, solved } from "./solved";

describe("what was answered", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  });

  it("keeps the first answer only", () => {
    remember("tatsu", 2, false);
    remember("tatsu", 2, true);
    remember("tatsu", 3, true);
    expect(answered(solved(), "tatsu", 2)).toBe("wrong");
    expect(answered(solved(), "tatsu", 3)).toBe("right");
    expect(answered(solved(), "tatsu", 4)).toBeNull();
  });

  it("reads nothing from what makes no sense", () => {
    expect(readSolved("{")).toEqual({});
    expect(readSolved("7")).toEqual({});
    expect(readSolved('{"tatsu/1": "right", "tatsu/2": 5}')).toEqual({ "tatsu/1": "right" });
  });

  it("does without a storage", () => {
    vi.stubGlobal("localStorage", { getItem: () => { throw new Error("no"); }, setItem: () => { throw new Error("no"); } });
    remember("tatsu", 1, true);
    expect(solved()).toEqual({});
  });
});
