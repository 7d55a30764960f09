// A move of this game has up to three parts: whose it is, the card, and what it is aimed at. All
// decisions are one of a list of whole moves; here such a list is chosen from part by part.

export interface Parts {
  /** the samurai for whom a card is played */
  man: string | null;
  card: string | null;
  /** places or samurai that it concerns; a place may come twice */
  spots: string[];
}

export interface Option extends Parts {
  move: string;
}

export const NOTHING: Parts = { man: null, card: null, spots: [] };

export function isMan(word: string): boolean {
  return /^s\d$/.test(word);
}

/** `s5:move:castle`, `shurikens:s2,s5`, `special:blowgun`, `hide` */
export function partsOf(move: string): Option {
  const words = move.split(":");
  const man = isMan(words[0]!) ? words.shift()! : null;
  const [head, rest] = words;
  if (head === "special") return { move, man, card: rest!, spots: [] };
  return { move, man, card: head!, spots: rest ? rest.split(",") : [] };
}

export function optionsOf(which: string[]): Option[] {
  return which.map(partsOf);
}

/** The options that have all the parts chosen so far. */
export function fitting(options: Option[], chosen: Parts): Option[] {
  return options.filter(
    ({ man, card, spots }) => (chosen.man === null || man === chosen.man) && (chosen.card === null || card === chosen.card) && without(spots, chosen.spots) !== null,
  );
}

/** What is left of `all` when `some` are taken out, or null if one of them is not there. */
export function without(all: string[], some: string[]): string[] | null {
  const left = [...all];
  for (const one of some) {
    const at = left.indexOf(one);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The move that is chosen with all its parts, or null while one is missing. */
export function wholeMove(options: Option[], chosen: Parts): string | null {
  return options.find(({ man, card, spots }) => man === chosen.man && card === chosen.card && spots.length === chosen.spots.length && without(spots, chosen.spots) !== null)?.move ?? null;
}

/** Which samurai or places may be named next. */
export function nextSpots(options: Option[], chosen: Parts): Set<string> {
  return new Set(fitting(options, chosen).flatMap(({ spots }) => without(spots, chosen.spots)!));
}

export function chooseMan(options: Option[], chosen: Parts, man: string): Parts | null {
  if (chosen.man === man) return { ...chosen, man: null, spots: [] };
  return firstThatFits(options, [{ man, card: chosen.card, spots: [] }, { man, card: null, spots: [] }]);
}

export function chooseCard(options: Option[], chosen: Parts, card: string): Parts | null {
  if (chosen.card === card) return { ...chosen, card: null, spots: [] };
  return firstThatFits(options, [{ ...chosen, card }, { ...chosen, card, spots: [] }, { man: null, card, spots: [] }]);
}

/** One more spot; else it is taken back; else it takes the place of the last one, or of all. */
export function chooseSpot(options: Option[], chosen: Parts, spot: string): Parts | null {
  const { spots } = chosen;
  const more = firstThatFits(options, [{ ...chosen, spots: [...spots, spot] }]);
  if (more) return more;
  if (spots.includes(spot)) return { ...chosen, spots: without(spots, [spot])! };
  return firstThatFits(options, [{ ...chosen, spots: [...spots.slice(0, -1), spot] }, { ...chosen, spots: [spot] }, { ...chosen, card: null, spots: [spot] }]);
}

/** Where one way is left the missing parts choose themselves. */
function firstThatFits(options: Option[], ways: Parts[]): Parts | null {
  for (const way of ways) {
    const found = fitting(options, way);
    if (found.length === 1) return { man: found[0]!.man, card: found[0]!.card, spots: [...way.spots, ...without(found[0]!.spots, way.spots)!] };
    if (found.length) return way;
  }
  return null;
}

/** A whole move of these parts, legal or not, to ask why it cannot be made. */
export function guess(chosen: Parts, men: string[], places: string[]): string {
  const { man, card, spots } = chosen;
  const [first = "s1", second = "s2"] = men;
  const aims: Record<string, string[]> = {
    kunai: [first], shuriken: [first], blowgun: [first], shurikens: [first, second],
    move: places.slice(0, 1), diagonal: places.slice(0, 1), reinforce: [places[1]!, places[1]!], repair: [places[1]!],
  };
  const wanted = aims[card ?? ""] ?? [];
  const aimed = wanted.length ? [...spots, ...wanted.slice(spots.length)].slice(0, wanted.length) : [];
  if (aimed.length > 1 && isMan(aimed[0]!)) aimed.sort();
  return [man, card, aimed.join(",")].filter(Boolean).join(":");
}
