import { beforeEach, expect, test } from "vitest";
import { AnimationQueue, type QueueHost } from "./animate";
import type { Speed } from "./board";
import type { GameEvent, View } from "./protocol";

const view = (round: number) => ({ game: "slaughter", round }) as unknown as View;
const event = (n: number, kind = "play"): GameEvent => ({ n, kind, text: "" });
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

let told: string[];
let shown: View;
let speed: Speed;
let root: HTMLElement | null;
let pauses: Record<string, number>;

// a room without anything in it: what is tested is the order
const empty = { querySelectorAll: () => [] } as unknown as HTMLElement;

function queue(): AnimationQueue {
  const host: QueueHost<View> = {
    board: () => ({ after: (old, { n }) => ({ ...old, round: n }) as View, rest: pauses, sounds: { play: "paper" } }),
    shown: () => shown,
    show: async (next, playing) => {
      shown = next;
      told.push(`show ${(next as { round: number }).round}${playing ? "" : " true"}`);
    },
    tell: ({ n }) => told.push(`tell ${n}`),
    settle: ({ choice }) => told.push(`settle ${choice?.rule}`),
    root: () => root,
    speed: () => speed,
    reduced: () => false,
    sound: (name) => told.push(name),
  };
  return new AnimationQueue(host);
}

const step = (last: number, rule: string, ...events: GameEvent[]) => ({ events, view: view(last), choice: { rule } as never });

beforeEach(() => {
  told = [];
  shown = view(0);
  speed = 1;
  root = empty;
  pauses = {};
});

test("events are shown one by one, then the true view, then the choice", async () => {
  queue().push(step(100, "A", event(1), event(2)));
  await rest();
  expect(told).toEqual(["tell 1", "paper", "show 1", "tell 2", "paper", "show 2", "show 100 true", "settle A"]);
});

test("a choice that a newer step makes stale is never offered", async () => {
  const both = queue();
  both.push(step(100, "A", event(1)));
  both.push(step(200, "B", event(2)));
  await rest();
  expect(told.filter((line) => line.startsWith("settle"))).toEqual(["settle B"]);
  expect(told.at(-2)).toBe("show 200 true");
});

test("a tap shows the newest view at once, and every event is still told", async () => {
  pauses = { play: 60_000 };
  const slow = queue();
  slow.push(step(100, "A", event(1), event(2)));
  await rest();
  expect(told).toEqual(["tell 1", "paper", "show 1"]);
  slow.skip();
  await rest();
  expect(told.slice(3)).toEqual(["tell 2", "show 100 true", "settle A"]);
  expect(slow.busy).toBe(false);
});

test("after a skip the next step moves again", async () => {
  pauses = { play: 60_000 };
  const slow = queue();
  slow.push(step(100, "A", event(1)));
  await rest();
  slow.skip();
  await rest();
  told = [];
  pauses = {};
  slow.push(step(200, "B", event(2)));
  await rest();
  expect(told).toEqual(["tell 2", "paper", "show 2", "show 200 true", "settle B"]);
});

test.each(["off", "no room"])("%s: only the true view", async (reason) => {
  if (reason === "off") speed = "off";
  else root = null;
  queue().push(step(100, "A", event(1), event(2)));
  await rest();
  expect(told).toEqual(["tell 1", "tell 2", "show 100 true", "settle A"]);
});

test("a page that goes away shows nothing more", async () => {
  pauses = { play: 60_000 };
  const gone = queue();
  gone.push(step(100, "A", event(1)));
  gone.push(step(200, "B", event(2)));
  await rest();
  gone.destroy();
  await rest();
  expect(told.filter((line) => line.startsWith("settle"))).toEqual([]);
});
