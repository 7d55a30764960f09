// Keyboard: groups with one tab stop and arrow keys, and the shortcuts of a board.

const STOPS = "button, a[href], [role=button]";

/**
 * An attachment: arrow keys, Home and End move inside; only one element is a tab stop. When the
 * focused one goes away (a card that is played) its neighbour gets the focus.
 */
export function roving(group: HTMLElement): () => void {
  let focused: { stop: HTMLElement; at: number } | null = null;
  const stops = () => [...group.querySelectorAll<HTMLElement>(STOPS)];
  const settle = (current?: HTMLElement) => {
    const all = stops();
    const stop = current ?? all.find((element) => element.tabIndex === 0) ?? preferred(all);
    for (const element of all) element.tabIndex = element === stop ? 0 : -1;
  };
  const onKey = (event: KeyboardEvent) => {
    const all = stops();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = target(event.key, at, all.length);
    if (at < 0 || next === null) return;
    event.preventDefault();
    settle(all[next]);
    all[next]!.focus();
  };
  const onFocus = (event: FocusEvent) => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>(STOPS);
    if (!stop) return;
    settle(stop);
    focused = { stop, at: stops().indexOf(stop) };
  };
  // what is removed loses the focus too: a moment later it is no longer in the page
  const onBlur = () => queueMicrotask(() => {
    if (focused?.stop.isConnected && document.activeElement !== focused.stop) focused = null;
  });
  const changed = () => {
    settle();
    if (!focused || focused.stop.isConnected || document.activeElement !== document.body) return;
    const all = stops();
    const neighbour = all[Math.min(focused.at, all.length - 1)];
    focused = null;
    if (!neighbour) return;
    settle(neighbour);
    neighbour.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(changed);
  settle();
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", onKey);
  group.addEventListener("focusin", onFocus);
  group.addEventListener("focusout", onBlur);
  return () => {
    watcher.disconnect();
    group.removeEventListener("keydown", onKey);
    group.removeEventListener("focusin", onFocus);
    group.removeEventListener("focusout", onBlur);
  };
}

/** An attachment: tells each child its place in the row as --i. */
export function numbered(row: HTMLElement): () => void {
  const count = () => [...row.children].forEach((child, k) => (child as HTMLElement).style.setProperty("--i", String(k)));
  const watcher = new MutationObserver(count);
  count();
  watcher.observe(row, { childList: true });
  return () => watcher.disconnect();
}

/** The tab stop of a fresh group: the first thing that may be chosen. */
function preferred(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((element) => element.getAttribute("aria-disabled") !== "true") ?? all[0];
}

export function target(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  const next = steps[key];
  return next === undefined || count === 0 ? null : (next + count) % count;
}

export interface Shortcuts {
  play: () => void;
  takeBack: () => void;
  log: () => void;
  /** the move of the piece in focus, if there is one */
  why: (move: string | null) => void;
}

export function shortcut(event: KeyboardEvent, { play, takeBack, log, why }: Shortcuts): void {
  const focused = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || focused.closest?.("input, textarea, select, dialog")) return;
  // Enter on a button presses that button
  if (event.key === "Enter" && !focused.closest?.("button, a")) play();
  else if (event.key === "Backspace") takeBack();
  else if (event.key === "l" || event.key === "L") log();
  else if (event.key === "?") why(focused.closest?.<HTMLElement>("[data-move]")?.dataset.move ?? null);
  else return;
  event.preventDefault();
}
