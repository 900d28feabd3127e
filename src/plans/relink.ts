import { posix } from "node:path";
import { wayTo } from "../bank/doc-paths.ts";
import { applyEdits } from "../bank/edit.ts";
import { parseBlocks } from "../bank/blocks.ts";
import { toTarget } from "../bank/live-links.ts";
import { findLinks } from "../markdown/links.ts";
import { isWithin } from "../markdown/lines.ts";

/** A doc's text at a new path: its relative links lead where they led before. User blocks stay as they are. */
export function relink(
  text: string,
  from: string,
  to: string,
  newPlaceOf: (path: string) => string | undefined,
): string {
  const { user } = parseBlocks(text);
  const edits = findLinks(text).flatMap((link) => {
    const place = newPlaceOf(posix.join(posix.dirname(from), link.path));
    if (place === undefined || isWithin(user, link.from)) return [];
    const path = wayTo(posix.dirname(to), place) + (link.path.endsWith("/") ? "/" : "");
    if (path === posix.normalize(link.path)) return [];
    return [{ from: link.from, to: link.to, text: toTarget(path) }];
  });
  return applyEdits(text, edits);
}
