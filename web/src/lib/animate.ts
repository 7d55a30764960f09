// One queue for everything that moves: steps in order, their events one at a time. Each event
// changes the shown view (the board's `after`), and whatever has a data-id flies from where it was
// to where it is. When a step's events are over its true view is shown, whatever was drawn before.
//
//   data-id="P7"         the same thing before and after; it flies if it moved
//   data-from="seat-2"   where a thing that was not there before comes from (a data-id)
//   data-to="seat-2"     where a thing that is no longer there goes to (read before the change)
//   data-drop            lands with a small bounce (tiles, stones)

import type { BoardModule, SoundName, Speed } from "./board";
import type { Choice, GameEvent, View } from "./protocol";

export interface Step<V extends View = View> {
  events: GameEvent[];
  view: V;
  choice: Choice | null;
  ahead?: Choice | null;
}

export interface QueueHost<V extends View> {
  board: () => Pick<BoardModule<V>, "after" | "rest" | "sounds">;
  /** the view that is drawn now */
  shown: () => V;
  /** draws; resolves when the DOM is up to date. `event` is null at rest. */
  show: (view: V, event: GameEvent | null) => Promise<void>;
  /** the event is told: it enters the log */
  tell: (event: GameEvent) => void;
  /** a whole step is shown, and nothing moves */
  settle: (step: Step<V>) => void;
  root: () => HTMLElement | null;
  speed: () => Speed;
  reduced: () => boolean;
  sound: (name: SoundName) => void;
}

const FLY = 420;
const FADE = 120;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const DROP = "cubic-bezier(.3, 1.35, .5, 1)";
/** Above this many waiting steps the rest is shown at double speed, as after a reconnect. */
const BEHIND = 3;

export class AnimationQueue<V extends View = View> {
  #host: QueueHost<V>;
  #waiting: Step<V>[] = [];
  #running = false;
  #skipping = false;
  #alive = true;
  #moving = new Set<Animation>();
  #wake: (() => void) | null = null;

  constructor(host: QueueHost<V>) {
    this.#host = host;
  }

  get busy(): boolean {
    return this.#running;
  }

  push(step: Step<V>): void {
    this.#waiting.push(step);
    if (!this.#running) void this.#run();
  }

  /** Any tap: finishes what moves and shows the newest view at once. */
  skip(): void {
    if (!this.#running) return;
    this.#skipping = true;
    this.#finish();
  }

  /** Forgets what waits; for a page that goes away or is handed a whole new state. */
  clear(): void {
    this.#waiting = [];
    this.skip();
  }

  destroy(): void {
    this.#alive = false;
    this.clear();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let step = this.#waiting.shift(); step && this.#alive; step = this.#waiting.shift()) {
        await this.#play(step);
      }
    } finally {
      this.#running = false;
      this.#skipping = false;
    }
  }

  async #play(step: Step<V>): Promise<void> {
    const { after, rest, sounds } = this.#host.board();
    for (const event of step.events) {
      this.#host.tell(event);
      if (this.#still()) continue;
      const sound = sounds?.[event.kind];
      if (sound) this.#host.sound(sound);
      if (!after) continue;
      await this.#change(after(this.#host.shown(), event), event);
      await this.#pause(rest?.[event.kind] ?? 0);
    }
    if (this.#still()) await this.#host.show(step.view, null);
    else await this.#change(step.view, null);
    // a newer step that waits makes this one's choice stale
    if (!this.#waiting.length && this.#alive) {
      this.#running = false;
      this.#skipping = false;
      this.#host.settle(step);
    }
  }

  #still(): boolean {
    return this.#skipping || this.#host.speed() === "off" || !this.#host.root();
  }

  #pace(): number {
    const speed = this.#host.speed();
    if (speed === "off") return Infinity;
    return this.#waiting.length > BEHIND ? Math.max(speed, 2) : speed;
  }

  async #change(view: V, event: GameEvent | null): Promise<void> {
    const root = this.#host.root();
    if (!root) return this.#host.show(view, event);
    const before = photograph(root);
    await this.#host.show(view, event);
    const flights = plan(root, before);
    if (!flights.length) return;
    const reduced = this.#host.reduced();
    const running = flights.map((flight) => fly(flight, this.#pace(), reduced));
    for (const animation of running) this.#moving.add(animation);
    await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
    for (const animation of running) this.#moving.delete(animation);
    for (const flight of flights) flight.ghost?.remove();
  }

  #pause(milliseconds: number): Promise<void> {
    const wait = milliseconds / this.#pace();
    if (!wait || this.#still()) return Promise.resolve();
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).then(() => {
      this.#wake = null;
    });
  }

  #finish(): void {
    for (const animation of this.#moving) animation.finish();
    this.#wake?.();
  }
}

interface Seen {
  box: DOMRect;
  element: HTMLElement;
  to: string | null;
}

interface Flight {
  element: HTMLElement;
  /** where it starts, relative to where it is: of its centre, and in size */
  dx: number;
  dy: number;
  scale: number;
  /** a thing that goes: a copy that is removed at the end and flies the other way round */
  ghost?: HTMLElement;
  appears?: boolean;
}

function photograph(root: HTMLElement): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    const box = element.getBoundingClientRect();
    if (box.width) seen.set(element.dataset.id!, { box, element, to: element.dataset.to ?? null });
  }
  return seen;
}

function plan(root: HTMLElement, before: Map<string, Seen>): Flight[] {
  const flights: Flight[] = [];
  const now = photograph(root);
  const place = (id: string | null | undefined) => (id ? (now.get(id)?.box ?? before.get(id)?.box) : undefined);
  for (const [id, { box, element }] of now) {
    if (element.dataset.still !== undefined) continue; // an anchor such as a plaque
    const old = before.get(id)?.box;
    const from = old ?? place(element.dataset.from);
    if (!from) {
      if (before.size) flights.push({ element, dx: 0, dy: 0, scale: 1, appears: true });
    } else if (!close(from, box)) flights.push({ element, ...between(from, box), appears: !old });
  }
  for (const [id, { box, element, to }] of before) {
    if (now.has(id) || element.dataset.still !== undefined) continue;
    const ghost = element.cloneNode(true) as HTMLElement;
    for (const name of ["data-id", "id"]) ghost.removeAttribute(name);
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, { position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`, margin: "0", translate: "none", rotate: "none", zIndex: "40", pointerEvents: "none" });
    root.append(ghost);
    const target = place(to);
    flights.push({ element: ghost, ghost, ...(target ? between(target, box) : { dx: 0, dy: 0, scale: 1 }) });
  }
  return flights;
}

function close(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.left - b.left) < 1 && Math.abs(a.top - b.top) < 1 && Math.abs(a.width - b.width) < 1;
}

function between(from: DOMRect, to: DOMRect): { dx: number; dy: number; scale: number } {
  return {
    dx: from.left + from.width / 2 - (to.left + to.width / 2),
    dy: from.top + from.height / 2 - (to.top + to.height / 2),
    // a plaque is no piece: what comes from it or goes to it does not take its width
    scale: Math.min(1.6, Math.max(0.4, Math.min(from.height / to.height, from.width / to.width))),
  };
}

/** Only transform and opacity, so that the compositor does the work. */
function fly({ element, dx, dy, scale, ghost, appears }: Flight, pace: number, reduced: boolean): Animation {
  if (reduced) {
    return element.animate(ghost ? { opacity: [1, 0] } : { opacity: [0, 1] }, { duration: FADE, fill: ghost ? "forwards" : "none" });
  }
  const away = `translate(${dx}px, ${dy}px) scale(${scale})`;
  const travels = dx !== 0 || dy !== 0;
  const frames = ghost
    ? [{ transform: "none", opacity: 1 }, { transform: away, opacity: travels ? 0.2 : 0 }]
    : [{ transform: away, opacity: appears && !travels ? 0 : 1 }, { transform: "none", opacity: 1 }];
  return element.animate(frames, {
    duration: (travels ? FLY : FADE) / pace,
    easing: element.dataset.drop === undefined ? EASE : DROP,
    fill: ghost ? "forwards" : "none",
  });
}

/** Flies one element to another by hand (the lantern from seat to seat). */
export function flyBetween(element: HTMLElement, from: DOMRect, pace: Speed, reduced: boolean, duration = 600): void {
  if (pace === "off" || reduced) return;
  const { dx, dy } = between(from, element.getBoundingClientRect());
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: duration / pace, easing: EASE });
}
