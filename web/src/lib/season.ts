// What the pages of seasons share: words for how one stands, and a scale for intervals.

import type { TextKey } from "./i18n/en";
import type { Interval, SeasonRow } from "./protocol";

export const STATUS: Record<SeasonRow["status"], TextKey> = {
  open: "seasonOpen", running: "seasonRunning", stopping: "seasonStopping", finished: "seasonFinished", closed: "seasonClosed",
};

/** Where on a line of 100 % a value lies, so that all intervals and 0 fit on it. */
export function scaled(intervals: Interval[]): (value: number) => number {
  const low = Math.min(0, ...intervals.map((one) => one.low));
  const high = Math.max(0, ...intervals.map((one) => one.high));
  return (value) => (high > low ? ((value - low) / (high - low)) * 100 : 50);
}
