import type { Freshness } from "./view.ts";

const DAY = 24 * 60 * 60 * 1000;
export const FRESH_DAYS = 30;
export const STALE_DAYS = 90;

export function freshnessOf(changedAt: number | undefined, now: number): Freshness {
  const days = changedAt === undefined ? 0 : (now - changedAt) / DAY;
  return days <= FRESH_DAYS ? "fresh" : days <= STALE_DAYS ? "ageing" : "stale";
}
