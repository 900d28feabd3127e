import { posix } from "node:path";
import { insideBank } from "../bank/doc-paths.ts";
import { DOC_EXTENSION } from "../bank/layout.ts";
import { hasMarker } from "../bank/layouts.ts";
import { roleOf } from "../bank/roles.ts";
import { docsToRoute, makeCoverage } from "../plans/doc-routes.ts";
import { linkedPlaces, routedDocs } from "../plans/route-lookup.ts";
import type { CheckedBank } from "./checked-bank.ts";
import type { CheckedDoc } from "./checked-doc.ts";
import { placeOfLink } from "./link-place.ts";
import { isDocOfAnotherTime } from "./other-time.ts";

/** Where the name of a doc ends, whether it stands in backticks, in prose or in a link. */
const NAME_ENDS = /\.md(?![\w/])/g;
const IN_NO_NAME = /[\s`()[\]<>|"'“”，。、；：！？,;]/;
const LONGEST_NAME = 300;
const CHINESE_BEFORE = /^\p{Script=Han}+(?=[\w.])/u;

/**
 * Docs that neither a route nor another doc leads to. Without an entry of ours there is nothing to lead anywhere, and
 * a doc that was not read may lead to any other.
 */
export function findOrphans(bank: CheckedBank): string[] {
  const isUnread = bank.files.some(
    ({ path, content }) => content.kind === "unread" && path.endsWith(DOC_EXTENSION),
  );
  if (bank.entry === undefined || !hasMarker(bank.entry.text) || isUnread) return [];
  const { bankName } = bank.input;
  const isRouted = makeCoverage([
    ...bank.routes.flatMap((route) => routedDocs(route, bankName)),
    ...linkedPlaces(bank.entry.doc, bankName),
  ]);
  const paths = bank.files.map(({ path }) => path);
  const stray = docsToRoute(paths).filter((path) => !isRouted(path) && !isArchived(path));
  if (stray.length === 0) return [];
  const named = new Set(bank.docs.flatMap((doc) => [...docsNamedIn(doc, bankName)]));
  return stray.filter((path) => !named.has(path));
}

/** Logs and archives of other layouts need nobody to lead to them. */
function isArchived(path: string): boolean {
  return !path.startsWith("details/") && isDocOfAnotherTime(path) && roleOf(path) === undefined;
}

function docsNamedIn({ path, text, doc }: CheckedDoc, bankName: string): Set<string> {
  const found = new Set<string>();
  const folder = posix.dirname(path);
  for (const link of doc.links) {
    const place = placeOfLink(path, link.path, bankName);
    if (place.kind !== "bank") continue;
    // Where a link leads to a folder, its README is shown.
    for (const name of ["", "README.md", "_index.md"]) found.add(posix.join(place.path, name));
  }
  const ends = Array.from(text.matchAll(NAME_ENDS), ({ index }) => index + DOC_EXTENSION.length);
  for (const written of new Set(ends.map((end) => nameBefore(text, end)))) {
    const name = posix.normalize(written);
    found.add(insideBank(name, bankName));
    found.add(posix.join(folder, name));
  }
  found.delete(path);
  return found;
}

/** Read backwards from its end: a pattern would start anew at each letter, which is slow on a long line. */
function nameBefore(text: string, to: number): string {
  const least = Math.max(0, to - LONGEST_NAME);
  let from = to;
  while (from > least && !IN_NO_NAME.test(text[from - 1] ?? "")) from -= 1;
  return text.slice(from, to).replace(CHINESE_BEFORE, "");
}
