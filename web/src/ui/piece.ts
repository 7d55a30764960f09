import type { HTMLAttributes } from "svelte/elements";

/** See "states" in the README of the app: none of them is told by colour alone. */
export type PieceState = "legal" | "picked" | "illegal" | "winning" | "last-move" | "preview" | "removed";

export interface PieceProps extends Omit<HTMLAttributes<HTMLElement>, "id" | "class" | "children"> {
  /** what it is, for animations: the same id before and after a change means the same thing */
  id?: string | undefined;
  /** the data-id from which it comes if it was not there before, such as "seat-2" */
  from?: string | undefined;
  /** the data-id to which it goes when it is gone */
  to?: string | undefined;
  /** the move that pressing it means; the key ? asks why about it */
  move?: string | undefined;
  state?: PieceState | undefined;
  /** the whole name, for screen readers; without it the piece is a mere picture */
  label?: string | undefined;
  onpress?: (() => void) | undefined;
  /** lands with a small bounce */
  drop?: boolean;
}
