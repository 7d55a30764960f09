// The guided game: what is said, and whether a learner does what the record does.

/** The newest thing that is said when so many moves are chosen. */
export function noteAt(notes: string[], chosen: number): string {
  return notes.slice(0, chosen + 1).findLast(Boolean) ?? "";
}

/** The same moves; things without an order may come in any. */
export function samePick(moves: string[], wanted: string[]): boolean {
  return moves.length === wanted.length && [...moves].sort().join(" ") === [...wanted].sort().join(" ");
}

/** Has a sequence left the recorded one? */
export function strays(picked: string[], wanted: string[]): boolean {
  return picked.some((move, k) => move !== wanted[k]);
}
