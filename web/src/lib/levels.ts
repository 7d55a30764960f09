import type { TextKey } from "./i18n/en";

/** The bots that may sit at a table, weakest first. */
export const LEVELS: Record<string, TextKey> = {
  random: "levelRandom", thumb: "levelThumb", carp: "levelCarp", monk: "levelMonk", samurai: "levelSamurai", tiger: "levelTiger", dragon: "levelDragon",
};
