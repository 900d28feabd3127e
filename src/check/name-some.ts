import type { Text } from "../types.ts";

const MOST_NAMED = 3;

/** The first of many paths, and how many more there are. */
export function nameSome(paths: readonly string[]): Text {
  const named = paths.slice(0, MOST_NAMED);
  const more = paths.length - named.length;
  return {
    en: named.join(", ") + (more > 0 ? ` and ${more} more` : ""),
    zh: named.join("、") + (more > 0 ? `，另有 ${more} 个` : ""),
  };
}
