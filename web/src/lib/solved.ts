// Which puzzles this browser has answered. A storage that is off or full loses nothing but memory.

const KEY = "ryumon-puzzles";

export type Solved = Record<string, "right" | "wrong">;

const place = (game: string, number: number) => `${game}/${number}`;

/** What is stored, as far as it makes sense. */
export function readSolved(stored: string | null): Solved {
  let saved: unknown = null;
  try {
    saved = JSON.parse(stored ?? "null");
  } catch {
    return {};
  }
  if (typeof saved !== "object" || saved === null) return {};
  return Object.fromEntries(Object.entries(saved).filter(([, how]) => how === "right" || how === "wrong")) as Solved;
}

export function solved(): Solved {
  try {
    return readSolved(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** The first answer counts: after it the right one is known. */
export function remember(game: string, number: number, right: boolean): void {
  const now = solved();
  now[place(game, number)] ??= right ? "right" : "wrong";
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // private windows may forbid it
  }
}

export const answered = (all: Solved, game: string, number: number): "right" | "wrong" | null => all[place(game, number)] ?? null;
