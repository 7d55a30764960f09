// Composing a decision: what is chosen so far, what may come next, whether it is complete.
// It reads only the data of a choice: nothing here knows a rule.

import type { Branch, Choice, Pick } from "./protocol";

export class Composer {
  /** in the order in which it was chosen */
  picked = $state<string[]>([]);
  #choice = $state.raw<Choice | null>(null);
  #taken: string[][] = [];

  get choice(): Choice | null {
    return this.#choice;
  }

  /** A new decision: what was composed for the last one is forgotten. */
  set choice(choice: Choice | null) {
    this.#choice = choice;
    this.picked = [];
    this.#taken = [];
  }

  /** What may be chosen next (in a pick also what could replace something). */
  get options(): string[] {
    const choice = this.#choice;
    if (!choice) return [];
    if (choice.kind === "pick") return choice.which;
    return this.nodes.map((node) => node.move);
  }

  /** The nodes of a tree that may come next. */
  get nodes(): Branch[] {
    if (this.#choice?.kind !== "tree") return [];
    return follow(this.#choice.which, this.picked)?.at(-1)?.then ?? this.#choice.which;
  }

  /** The nodes of a tree that are chosen. */
  get path(): Branch[] {
    if (this.#choice?.kind !== "tree") return [];
    return follow(this.#choice.which, this.picked) ?? [];
  }

  get complete(): boolean {
    const choice = this.#choice;
    if (!choice) return false;
    if (choice.kind === "pick") return this.picked.length >= choice.least && this.picked.length <= choice.most;
    return this.nodes.length ? this.forced.length > 0 : this.picked.length > 0;
  }

  /** How a tree goes on to its end if there is no other way; empty if there is a choice left. */
  get forced(): Branch[] {
    const rest: Branch[] = [];
    let next = this.nodes;
    for (; next.length === 1; next = next[0]!.then) rest.push(next[0]!);
    return next.length ? [] : rest;
  }

  /** One thing is chosen and nothing else: a tap can play it at once. */
  get single(): boolean {
    const choice = this.#choice;
    return choice?.kind === "pick" && choice.least === 1 && choice.most === 1 && choice.then === null;
  }

  /** The list to send. Things without an order go in the order of `which`. */
  get moves(): string[] {
    const choice = this.#choice;
    if (!choice || !this.complete) return [];
    return choice.kind === "pick" ? pickMoves(choice, this.picked) : [...this.picked, ...this.forced.map((node) => node.move)];
  }

  has(move: string): boolean {
    return this.picked.includes(move);
  }

  allows(move: string): boolean {
    return this.options.includes(move);
  }

  /** Chooses, or takes back what is chosen. Returns false if the move is no option now. */
  toggle(move: string): boolean {
    const choice = this.#choice;
    if (!choice || (!this.allows(move) && !this.has(move))) return false;
    this.#taken.push([...this.picked]);
    if (choice.kind === "tree") this.picked = [...this.picked, move];
    else if (this.has(move)) this.picked = this.picked.filter((other) => other !== move);
    // where only one can be chosen, another takes its place; of several the first gives way
    else this.picked = [...this.picked, move].slice(-choice.most);
    return true;
  }

  get canUndo(): boolean {
    return this.picked.length > 0;
  }

  /** Takes back the last step of composing. */
  undo(): void {
    this.picked = this.#taken.pop() ?? [];
  }

  clear(): void {
    this.picked = [];
    this.#taken = [];
  }
}

export function pickMoves(choice: Pick, picked: string[]): string[] {
  const ordered = choice.which.filter((move) => picked.includes(move));
  return choice.then === null ? ordered : [...ordered, choice.then];
}

/** The nodes along a list of moves, or null if it leaves the tree. */
export function follow(which: Branch[], moves: string[]): Branch[] | null {
  const path: Branch[] = [];
  let next = which;
  for (const move of moves) {
    const node = next.find((candidate) => candidate.move === move);
    if (!node) return null;
    path.push(node);
    next = node.then;
  }
  return path;
}

/** All moves that a choice offers first; what "legal" means for a single piece. */
export function legalFirst(choice: Choice | null): string[] {
  if (!choice) return [];
  return choice.kind === "pick" ? choice.which : choice.which.map((node) => node.move);
}
