// A view as lines of facts, for any game. Nothing here knows a game.

const HIDDEN = new Set(["game", "players", "viewer", "seats", "turn"]);

export function facts(view: Record<string, unknown>, without: string[] = []): [string, unknown][] {
  return Object.entries(view).filter(([name, value]) => !HIDDEN.has(name) && !without.includes(name) && !empty(value));
}

function empty(value: unknown): boolean {
  return value === null || value === undefined || value === false || value === "" || (Array.isArray(value) && !value.length);
}

export function label(name: string): string {
  return name.replaceAll("_", " ");
}

/** A value in one line: lists with spaces, records as "a 1, b 2", lists of records with semicolons. */
export function brief(value: unknown): string {
  if (empty(value)) return "–";
  if (value === true) return "✓";
  if (typeof value === "number") return Number.isInteger(value) ? String(value).replace("-", "−") : value.toFixed(2);
  if (Array.isArray(value)) return value.map(brief).join(value.some((item) => typeof item === "object") ? "; " : " ");
  if (typeof value === "object") {
    return Object.entries(value as Record<string, unknown>).filter(([, item]) => !empty(item)).map(([name, item]) => `${label(name)} ${brief(item)}`).join(", ") || "–";
  }
  return String(value);
}
