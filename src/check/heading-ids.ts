import type { Doc } from "../bank/parse.ts";
import { readHeading } from "../bank/sections.ts";

/** Marks of quotes and list items before a heading. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const OWN_ID = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The patterns below may take time that grows with the square of a title's length. */
const LONGEST_TITLE = 1000;

/** What `#…` can lead to in a doc, in lower case: headings as GitHub names them, and ids in HTML. */
export function readHeadingIds({ text, lines }: Doc): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = createNumbering(ids);
  lines.forEach(({ kind, depth, from, to }, index) => {
    const line = text.slice(from, to);
    if (kind === "heading") {
      add(readHeading(depth > 0 ? line.replace(CONTAINERS, "") : line).title);
    } else if (kind === "rule" && UNDERLINE.test(line)) {
      // A line of `=` or `-` below a paragraph makes the paragraph a heading.
      const above = lines[index - 1];
      if (above?.kind === "text") add(text.slice(above.from, above.to).replace(CONTAINERS, ""));
    } else if (kind === "text" || kind === "html") {
      addIds(line, ids);
    }
    if (kind === "heading") addIds(line, ids);
  });
  return ids;
}

function addIds(line: string, ids: Set<string>): void {
  if (!line.includes("<")) return;
  for (const [, double, single, bare] of line.matchAll(OWN_ID)) {
    ids.add((double ?? single ?? bare ?? "").toLowerCase());
  }
}

/** The second heading of a name gets `-1`, the third `-2`. */
function createNumbering(ids: Set<string>): (title: string) => void {
  const counts = new Map<string, number>();
  return (title) => {
    const name = toHeadingId(title);
    let unique = name;
    while (counts.has(unique)) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      unique = `${name}-${count}`;
    }
    counts.set(unique, 0);
    ids.add(unique);
    // GitHub drops underscores of emphasis and keeps those of names. Only a full parser can tell: both ids count.
    ids.add(unique.replaceAll("_", ""));
  };
}

export function toHeadingId(title: string): string {
  return title
    .slice(0, LONGEST_TITLE)
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/<\/?[A-Za-z][^<>]*>|&(?:#\w+|\w+);/g, "")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
