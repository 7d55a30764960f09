// Dragging a piece with finger or mouse. A tap stays a tap: only what moves far enough is dragged.

const FAR = 10;
/** Where a piece was dropped it waits for the table's answer; after that it goes back by itself. */
const PATIENCE = 700;

type Drop = (move: string, onto: Element, box: DOMRect) => void;

interface Ways {
  /** what follows the finger, if that is not what was touched */
  piece?: (touched: HTMLElement) => HTMLElement | null;
  /** the piece has left its place */
  lifted?: (move: string) => void;
  /** milliseconds that it waits where it was dropped; 0 if the drop itself puts it somewhere */
  patience?: number;
}

/** An attachment for whatever holds pieces with `data-move`: `drop` is told where one was let go. */
export function dragging(drop: Drop, ways: Ways = {}) {
  return (group: HTMLElement): (() => void) => {
    const start = (event: PointerEvent) => {
      const touched = (event.target as Element).closest<HTMLElement>("[data-move]");
      if (touched && event.isPrimary && event.button === 0) follow(touched, event, drop, ways);
    };
    group.addEventListener("pointerdown", start);
    return () => group.removeEventListener("pointerdown", start);
  };
}

function follow(touched: HTMLElement, begin: PointerEvent, drop: Drop, { piece: pieceOf, lifted, patience = PATIENCE }: Ways): void {
  const piece = pieceOf?.(touched) ?? touched;
  const chosen = touched.dataset.move!;
  let far = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== begin.pointerId) return;
    const [dx, dy] = [event.clientX - begin.clientX, event.clientY - begin.clientY];
    if (!far && Math.hypot(dx, dy) < FAR) return;
    if (!far) lifted?.(chosen);
    far = true;
    Object.assign(piece.style, { transform: `translate(${dx}px, ${dy}px)`, transition: "none", zIndex: "30", pointerEvents: "none" });
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== begin.pointerId) return;
    for (const kind of ["pointerup", "pointercancel"] as const) window.removeEventListener(kind, end);
    window.removeEventListener("pointermove", move);
    if (!far) return;
    // the click that follows belongs to the drag
    const swallow = (click: Event) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    const onto = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    if (onto) drop(chosen, onto, piece.getBoundingClientRect());
    const back = () => Object.assign(piece.style, { transform: "", transition: "", zIndex: "", pointerEvents: "" });
    if (patience) setTimeout(back, onto?.closest(".table") ? patience : 0);
    else back();
  };
  window.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"] as const) window.addEventListener(kind, end);
}
