// What this browser remembers of its person. A storage that is off or full loses nothing but memory.

import type { Language, Prefs } from "./board";

const KEY = "ryumon";
const DEFAULTS: Prefs = { name: "", language: "en", theme: "system", sound: false, speed: 1, oneTap: false, aids: true, teach: false, notify: false, calm: false };

const CHECKS: { [K in keyof Prefs]: (value: unknown) => boolean } = {
  name: (value) => typeof value === "string" && value.length <= 24,
  language: (value) => value === "en" || value === "ja",
  theme: (value) => value === "system" || value === "light" || value === "dark",
  sound: (value) => typeof value === "boolean",
  speed: (value) => value === 0.5 || value === 1 || value === 2 || value === "off",
  oneTap: (value) => typeof value === "boolean",
  aids: (value) => typeof value === "boolean",
  teach: (value) => typeof value === "boolean",
  notify: (value) => typeof value === "boolean",
  calm: (value) => typeof value === "boolean",
};

/** What is stored, as far as it makes sense; the device's language where nothing is. */
export function readPrefs(stored: string | null, device: string): Prefs {
  const found: Prefs = { ...DEFAULTS, language: device.startsWith("ja") ? "ja" : "en" };
  let saved: unknown = null;
  try {
    saved = JSON.parse(stored ?? "null");
  } catch {
    return found;
  }
  if (typeof saved !== "object" || saved === null) return found;
  for (const [key, check] of Object.entries(CHECKS)) {
    const value = (saved as Record<string, unknown>)[key];
    if (check(value)) Object.assign(found, { [key]: value });
  }
  return found;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const prefs: Prefs = $state(readPrefs(stored(), globalThis.navigator?.language ?? "en"));

export function setPref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  prefs[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // private windows may forbid it
  }
}

/** Applies language, theme and motion to the document; call inside an effect. */
export function applyPrefs(root: HTMLElement): void {
  root.lang = prefs.language satisfies Language;
  if (prefs.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
  root.toggleAttribute("data-calm", prefs.calm);
}

/** Does the person or the device ask for less motion? */
export function reducedMotion(): boolean {
  return prefs.calm || (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
}
