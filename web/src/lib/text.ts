export type Parts = Record<string, string | number>;

/** Fills {names} in; unknown ones stay, to be seen. `{n:one|many}` is the first where n is 1. */
export function fill(text: string, parts: Parts): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const part = parts[name];
    if (part === undefined) return whole;
    return one === undefined ? String(part) : (part === 1 ? one : many)!;
  });
}
