// What a player has chosen of the move so far, with a way back.

import type { Choice } from "../../lib/board";
import { chooseCard, chooseMan, chooseSpot, fitting, nextSpots, NOTHING, optionsOf, wholeMove, type Option, type Parts } from "./moves";

export class Draft {
  options = $state.raw<Option[]>([]);
  chosen = $state.raw<Parts>(NOTHING);
  #before = $state.raw<Parts[]>([]);

  begin(choice: Choice | null): void {
    this.options = choice?.kind === "pick" ? optionsOf(choice.which) : [];
    this.chosen = NOTHING;
    this.#before = [];
  }

  get move(): string | null {
    return wholeMove(this.options, this.chosen);
  }

  get fitting(): Option[] {
    return fitting(this.options, this.chosen);
  }

  /** samurai or places that may be named next */
  get next(): Set<string> {
    return nextSpots(this.options, this.chosen);
  }

  get canTakeBack(): boolean {
    return this.#before.length > 0;
  }

  /** Returns false if there is no such move. */
  man(man: string): boolean {
    return this.#become(chooseMan(this.options, this.chosen, man));
  }

  card(card: string): boolean {
    return this.#become(chooseCard(this.options, this.chosen, card));
  }

  spot(spot: string): boolean {
    return this.#become(chooseSpot(this.options, this.chosen, spot));
  }

  takeBack(): void {
    this.chosen = this.#before.at(-1) ?? NOTHING;
    this.#before = this.#before.slice(0, -1);
  }

  #become(parts: Parts | null): boolean {
    if (!parts) return false;
    this.#before = [...this.#before, this.chosen];
    this.chosen = parts;
    return true;
  }
}
