import { shortenPath } from "../bank/shorten.ts";
import type { Text } from "../types.ts";

const PATHS_NAMED = 2;

/** The first of these paths, and how many more there are. */
export function namePaths(paths: readonly string[]): Text {
  const shown = paths.slice(0, PATHS_NAMED).map((path) => shortenPath(path, 45));
  const more = paths.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
