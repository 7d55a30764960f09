export type Parts = Record<string, string | number>;

/** Fills {names} in; unknown ones stay, to be seen. */
export function fill(text: string, parts: Parts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}
