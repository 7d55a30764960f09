// What a board is given and what it gives back. A board draws; it knows no rules. Everything that
// it may do comes in `choice`, everything that it shows in `view` and `aids`, everything that moves
// in `events`. The folder of a board is described in ../boards/README.md.

import type { Component, Snippet } from "svelte";
import type { Composer } from "./compose.svelte";
import type { Aids, Choice, GameEvent, View } from "./protocol";

export type { Aids, Branch, Choice, GameEvent, Pick, Tree, View } from "./protocol";
export { PUBLIC } from "./protocol";

export type Language = "en" | "ja";
export type ByLanguage<T = string> = Record<Language, T>;
export type GameName = View["game"];

/** What `view.turn` is besides a seat. Bushido says null while nobody may know whose turn it is. */
export const CHANCE = -1;
export const OVER = -2;

export type Presence = "here" | "away" | "gone" | "bot" | "open";

export interface SeatInfo {
  seat: number;
  name: string;
  presence: Presence;
  /** such as "bot, level 4"; already in the viewer's language */
  note?: string;
  score: number | null;
  /** seconds left, if a clock runs or ran */
  clock?: number | null;
}

export interface OptionInfo {
  name: string;
  values?: (string | number | boolean)[];
  least?: number;
  most?: number;
  defaults: Record<string, string | number | boolean>;
  text: ByLanguage;
}

export interface GameInfo {
  name: string;
  title: ByLanguage;
  players: number[];
  defaultPlayers: number;
  options: OptionInfo[];
}

export type Speed = 0.5 | 1 | 2 | "off";

export interface Prefs {
  name: string;
  language: Language;
  theme: "system" | "light" | "dark";
  sound: boolean;
  speed: Speed;
  /** one tap on a piece plays it, without lifting it first */
  oneTap: boolean;
  /** show what a good player would work out */
  aids: boolean;
  /** say at every decision what it is about */
  teach: boolean;
  /** tell by the browser when it is one's turn and the page is not looked at */
  notify: boolean;
  /** nothing flies: things fade to their places */
  calm: boolean;
}

/** What the page around a board does; a board hands it on to its frame and needs none of it. */
export interface Shell {
  menu?: (() => void) | undefined;
  hint?: (() => void) | undefined;
  undo?: (() => void) | undefined;
  /** what this moment is about, on a strip of paper under the bar: a guided game, or "teach me" */
  coach?: Snippet | null;
  /** shown in a strip under the bar */
  notice?: { text: string; bad?: boolean; action?: { label: string; run: () => void }; other?: { label: string; run: () => void } } | null;
  /** shown above the tray: a refusal, the answer to `why`, or a hint */
  toast?: Told | null;
  dismissToast?: (() => void) | undefined;
  /** an answer that was given before its turn: what it is, and how to change it */
  answered?: { text: string; change: () => void } | null;
  /** what is answered by itself until it is switched off; undefined where that cannot be */
  passing?: { on: boolean; toggle: () => void } | undefined;
  /** what the tray says while nothing is asked and nobody is to move */
  idle?: string | undefined;
  /** the table is as it was last seen */
  asleep?: boolean;
}

export interface Told {
  sentence: string;
  rule: string | null;
  /** the moves that a hint names, the best first */
  moves?: { name: string; chance: number; reason: string }[];
}

/**
 * `choice` is the viewer's decision. A pick: between `least` and `most` of `which` in any order,
 * then `then` if it is not null; `to` is the seat that it concerns. A tree: a sequence, each
 * branch's `then` holds what may follow. The composer builds the list of moves from either.
 */
export interface BoardProps<V extends View = View, A extends Aids = Aids> {
  game: GameInfo;
  /** a seat, or PUBLIC */
  viewer: number;
  seats: SeatInfo[];
  /** what is shown now: while events are animated it is between the last view and the next */
  view: V;
  /** null while it is not the viewer's turn and while something moves */
  choice: Choice | null;
  /** the choice is made before its turn: `act` keeps it, and nobody sees it */
  early?: boolean;
  composer: Composer;
  aids: A | null;
  events: GameEvent[];
  /** the event that is being animated, null at rest */
  playing: GameEvent | null;
  language: Language;
  prefs: Prefs;
  /** the board's own module: names, log breaks; handed on to the frame */
  words: GameWords;
  /** plays a list of moves as one unit; without an argument, what the composer holds */
  act: (moves?: string[]) => void;
  /** asks why these moves cannot be made; the answer is shown with its rule */
  why: (moves: string[]) => void;
  shell: Shell;
}

/** The names and sentences of a game, in ../boards/<game>/words.ts. */
export interface GameWords {
  /** the whole name of a move, such as "purple 4"; what screen readers say and the button shows */
  moveName: (move: string, language: Language) => string;
  /** what the main button says for these moves, such as "Play purple 4" */
  actName?: (moves: string[], view: View, language: Language) => string;
  /** the sentence in the tray */
  prompt: (view: View, choice: Choice, language: Language) => string;
  /** where the game stands, for the bar: "Round 3 of 4 · Trick 6 of 11" */
  standing: (view: View, language: Language) => string;
  /** a sentence of the log with the notation of pieces replaced by their names */
  readable?: (sentence: string, language: Language) => string;
  /** kinds of events after which the log begins a new paragraph */
  logBreaks?: string[];
  /** kinds of events that the log shows in bold */
  logKeys?: string[];
}

/** What ../boards/<game>/board.ts exports. */
export interface BoardModule<V extends View = View, A extends Aids = Aids> {
  Board: Component<BoardProps<V, A>>;
  words: GameWords;
  /**
   * How the shown view looks right after one event: the card leaves the hand and lies on the
   * table. Only for drawing: when a step's events are over the true view replaces it. Must not
   * change `view`. Without it, events only flash in the log and the view changes at the end.
   */
  after?: (view: V, event: GameEvent) => V;
  /** milliseconds of rest at speed 1 after an event was drawn, by its kind; 0 if not named */
  rest?: Record<string, number>;
  /** the sound of an event, by its kind */
  sounds?: Record<string, SoundName>;
  /** passing may be left to the server until one says otherwise */
  passes?: boolean;
}

export type SoundName = "paper" | "tile" | "stone" | "dice" | "slice" | "turn" | "end" | "chirp";
