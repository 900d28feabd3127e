import { posix } from "node:path";
import { wayTo } from "../bank/doc-paths.ts";
import { applyEdits } from "../bank/edit.ts";
import { parseDoc } from "../bank/parse.ts";

const CANDIDATE = /\](?:\(|:)[ \t]*([^\s)]*)/g;
const PLAIN = /^[^<%\\(&\r\n]+$/;

/** Characters that would end a link's target or mean something else in it. */
const ODD = /[\s()<>#?%\\]/g;

/** A doc's text in a new place: its relative links lead where they led. User blocks stay as they are. */
export function relink(
  text: string,
  from: string,
  to: string,
  newPlaceOf: (path: string) => string | undefined,
): string {
  const move = (path: string): string | undefined => {
    const place = newPlaceOf(posix.join(posix.dirname(from), path));
    if (place === undefined) return undefined;
    const moved = wayTo(posix.dirname(to), place) + (path.endsWith("/") ? "/" : "");
    return moved === posix.normalize(path) ? undefined : moved;
  };
  if (!mayMove(text, move)) return text;
  const { links, blocks } = parseDoc(text);
  const edits = links.flatMap((link) => {
    if (blocks.user.some((block) => block.from <= link.from && link.to <= block.to)) return [];
    const path = move(link.path);
    if (path === undefined) return [];
    return [{ from: link.from, to: link.to, text: path.replaceAll(ODD, encode) }];
  });
  return applyEdits(text, edits).contents;
}

/** A cheap test that spares most docs the parse. A target that is not plain text counts as one that moves. */
function mayMove(text: string, move: (path: string) => string | undefined): boolean {
  return [...text.matchAll(CANDIDATE)].some(([, target = ""]) => {
    if (!PLAIN.test(target)) return true;
    const path = target.slice(0, target.search(/[#?]|$/));
    return path !== "" && move(path) !== undefined;
  });
}

function encode(character: string): string {
  const code = character.charCodeAt(0);
  return code < 128
    ? `%${code.toString(16).toUpperCase().padStart(2, "0")}`
    : encodeURIComponent(character);
}
