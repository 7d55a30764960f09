// Dragging a piece with finger or mouse. A tap stays a tap: only what moves far enough is dragged.

const FAR = 10;
/** Where a piece was dropped it waits for the table's answer; after that it goes back by itself. */
const PATIENCE = 700;

/** An attachment for whatever holds pieces with `data-move`: `drop` is told where one was let go. */
export function dragging(drop: (move: string, onto: Element) => void) {
  return (group: HTMLElement): (() => void) => {
    const start = (event: PointerEvent) => {
      const piece = (event.target as Element).closest<HTMLElement>("[data-move]");
      if (piece && event.isPrimary && event.button === 0) follow(piece, event, drop);
    };
    group.addEventListener("pointerdown", start);
    return () => group.removeEventListener("pointerdown", start);
  };
}

function follow(piece: HTMLElement, begin: PointerEvent, drop: (move: string, onto: Element) => void): void {
  let far = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== begin.pointerId) return;
    const [dx, dy] = [event.clientX - begin.clientX, event.clientY - begin.clientY];
    if (!far && Math.hypot(dx, dy) < FAR) return;
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
    if (onto) drop(piece.dataset.move!, onto);
    setTimeout(() => Object.assign(piece.style, { transform: "", transition: "", zIndex: "", pointerEvents: "" }), onto?.closest(".table") ? PATIENCE : 0);
  };
  window.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"] as const) window.addEventListener(kind, end);
}
