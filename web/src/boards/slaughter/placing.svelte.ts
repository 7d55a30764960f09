// A compound choice under way: which card lies in which slot. Everything can be taken back; only
// the board knows what the slots mean, and nothing is sent before it is confirmed.

export type Places = (string | null)[];

export class Placing {
  placed = $state.raw<Places>([]);
  #open = false;
  #before: Places[] = [];

  /** `slots` of them, or as many as are put there. */
  begin(slots: number | "any"): void {
    this.#open = slots === "any";
    this.#before = [];
    this.placed = slots === "any" ? [] : Array<null>(slots).fill(null);
  }

  get cards(): string[] {
    return this.placed.filter((card) => card !== null);
  }

  get missing(): number {
    return this.placed.length - this.cards.length;
  }

  get canUndo(): boolean {
    return this.#before.length > 0 && this.placed.some((card) => card !== null);
  }

  has(card: string): boolean {
    return this.placed.includes(card);
  }

  /** Lays a card into the next free slot or into a certain one, or takes it back. If all are full
      the last gives way. */
  toggle(card: string, slot?: number): void {
    this.#before = [...this.#before, this.placed];
    const back = this.placed.map((other) => (other === card ? null : other));
    if (this.#open) this.placed = this.has(card) ? this.placed.filter((other) => other !== card) : [...this.placed, card];
    else if (this.has(card) && (slot === undefined || this.placed[slot] === card)) this.placed = back;
    else {
      const free = slot ?? back.indexOf(null);
      back[free < 0 ? back.length - 1 : free] = card;
      this.placed = back;
    }
  }

  undo(): void {
    this.placed = this.#before.at(-1) ?? this.placed;
    this.#before = this.#before.slice(0, -1);
  }
}
