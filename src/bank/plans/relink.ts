import { posix } from "node:path";
import { applyEdits } from "../edit.ts";
import { parseDoc } from "../parse.ts";

/** A doc's text in a new place: its relative links lead where they led. User blocks stay as they are. */
export function relink(
  text: string,
  from: string,
  to: string,
  newPlaceOf: (path: string) => string | undefined,
): string {
  const { links, blocks } = parseDoc(text);
  const edits = links.flatMap((link) => {
    if (blocks.user.some((block) => block.from <= link.from && link.to <= block.to)) return [];
    const target = posix.normalize(posix.join(posix.dirname(from), link.path));
    const place = newPlaceOf(target);
    if (place === undefined) return [];
    const path = posix.relative(posix.dirname(to), place) + (link.path.endsWith("/") ? "/" : "");
    if (path === posix.normalize(link.path)) return [];
    const written = /[\s()<>]/.test(path) ? encodeURI(path).replaceAll(/[()]/g, escape) : path;
    return [{ from: link.from, to: link.to, text: written }];
  });
  return applyEdits(text, edits).contents;
}

function escape(parenthesis: string): string {
  return parenthesis === "(" ? "%28" : "%29";
}
