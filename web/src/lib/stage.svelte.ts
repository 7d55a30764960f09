// What is drawn of a game now: the view between two steps while events are animated, the log as far
// as it was told, and what the viewer composes. Fed with steps, by the socket or by a fixture.

import { tick } from "svelte";
import { AnimationQueue, type Step } from "./animate";
import type { BoardModule } from "./board";
import { Composer } from "./compose.svelte";
import { prefs, reducedMotion } from "./prefs.svelte";
import type { Choice, GameEvent, View } from "./protocol";
import { play } from "./sound";

export class Stage {
  shown = $state.raw<View | null>(null);
  choice = $state.raw<Choice | null>(null);
  /** what may be answered before its turn */
  ahead = $state.raw<Choice | null>(null);
  /** nothing moves, and nothing waits to be shown */
  resting = $state(true);
  events = $state.raw<GameEvent[]>([]);
  playing = $state.raw<GameEvent | null>(null);
  composer = new Composer();
  /** the element in which things fly */
  root: HTMLElement | null = null;
  module: BoardModule | null = null;
  #queue = new AnimationQueue({
    board: () => this.module ?? {},
    shown: () => this.shown!,
    show: async (view, event) => {
      this.shown = view;
      this.playing = event;
      await tick();
    },
    tell: (event) => (this.events = [...this.events, event]),
    settle: (step) => {
      this.resting = true;
      this.#offer(step.choice, step.ahead ?? null);
    },
    root: () => this.root,
    speed: () => (document.hidden ? "off" : prefs.speed),
    reduced: reducedMotion,
    sound: (name) => prefs.sound && play(name),
  });

  /** Everything at once, without animation: the first look, or after a long absence. */
  reset(events: GameEvent[], view: View | null, choice: Choice | null, ahead: Choice | null = null): void {
    this.#queue.clear();
    this.resting = true;
    this.events = events;
    this.shown = view;
    this.playing = null;
    this.#offer(choice, ahead, false);
  }

  push(step: Step): void {
    if (!this.shown) return this.reset([...this.events, ...step.events], step.view, step.choice, step.ahead ?? null);
    // what was offered is answered or gone; a step without events may only bring a clock
    if (step.events.length) this.withdraw();
    this.resting = false;
    this.#queue.push(step);
  }

  skip(): void {
    this.#queue.skip();
  }

  destroy(): void {
    this.#queue.destroy();
  }

  /** Nothing may be chosen now. */
  withdraw(): void {
    this.choice = this.ahead = null;
    this.composer.choice = null;
  }

  #offer(choice: Choice | null, ahead: Choice | null, bell = true): void {
    const before = this.composer.choice;
    const now = choice ?? ahead;
    if (choice && !this.choice && bell && prefs.sound) play("turn");
    this.choice = choice;
    this.ahead = ahead;
    // the same question again keeps what is composed for it
    if (!now || !before || JSON.stringify(now) !== JSON.stringify(before)) this.composer.choice = now;
  }
}
