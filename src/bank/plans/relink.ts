import { posix } from "node:path";
import { applyEdits } from "../edit.ts";
import { parseDoc } from "../parse.ts";

/** What would end a link's target, or be read as something else in it. */
const ODD = /[\s()<>#?%\\]/g;

/** A doc's text in a new place: its relative links lead where they led. User blocks stay as they are. */
export function relink(
  text: string,
  from: string,
  to: string,
  newPlaceOf: (path: string) => string | undefined,
): string {
  if (!text.includes("](") && !text.includes("]:")) return text;
  const { links, blocks } = parseDoc(text);
  const edits = links.flatMap((link) => {
    if (blocks.user.some((block) => block.from <= link.from && link.to <= block.to)) return [];
    const target = posix.join(posix.dirname(from), link.path);
    const place = newPlaceOf(target);
    if (place === undefined) return [];
    const isFolder = link.path.endsWith("/");
    const path = (posix.relative(posix.dirname(to), place) || ".") + (isFolder ? "/" : "");
    if (path === posix.normalize(link.path)) return [];
    return [{ from: link.from, to: link.to, text: path.replaceAll(ODD, encode) }];
  });
  return applyEdits(text, edits).contents;
}

function encode(character: string): string {
  const code = character.charCodeAt(0);
  return code < 128
    ? `%${code.toString(16).toUpperCase().padStart(2, "0")}`
    : encodeURIComponent(character);
}
