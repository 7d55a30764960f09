// A seat's row as columns of time: what it answered with lies below what it then attacked with.
// The start player's first tile is an attack, everybody else's a defence; then they take turns.

export interface Laid {
  tile: string;
  /** its place in the row, which is its name for life */
  k: number;
}

export interface Column {
  attack: Laid | null;
  below: Laid | null;
}

export function columns(row: readonly string[], starts: boolean): Column[] {
  const found: Column[] = [];
  row.forEach((tile, k) => {
    const column = Math.floor((k + (starts ? 1 : 0)) / 2);
    found[column] ??= { attack: null, below: null };
    found[column]![k % 2 === (starts ? 0 : 1) ? "attack" : "below"] = { tile, k };
  });
  return found;
}

/** Everybody but the attacker, in the order in which they answer. */
export function answering(players: number, attacker: number): number[] {
  return Array.from({ length: players - 1 }, (_, k) => (attacker + 1 + k) % players);
}
