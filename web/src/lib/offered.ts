// What may be chosen now, in the words of its own controls: a screen reader is told the same names
// as those that it finds.

const OFFERS = "button[data-move], button[data-offer]";

/** The names of the controls inside that may be pressed, each once. */
export function offered(root: ParentNode): string[] {
  const free = [...root.querySelectorAll<HTMLElement>(OFFERS)].filter(
    (button) => button.getAttribute("aria-disabled") !== "true" && button.getAttribute("aria-pressed") !== "true",
  );
  return [...new Set(free.map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "").map((name) => name.replace(/\s+/g, " ").trim()).filter(Boolean))];
}

/** An attachment: tells the names anew whenever they change. */
export function watching(tell: (names: string[]) => void): (root: HTMLElement) => () => void {
  return (root) => {
    let before = "";
    const look = () => {
      const names = offered(root);
      const now = names.join("\n");
      if (now !== before) tell(names);
      before = now;
    };
    // one look for all changes of a moment
    let waiting = 0;
    const watcher = new MutationObserver(() => (waiting ||= requestAnimationFrame(() => ((waiting = 0), look()))));
    watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label", "aria-disabled", "aria-pressed", "data-move", "data-offer"] });
    look();
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(waiting);
    };
  };
}
