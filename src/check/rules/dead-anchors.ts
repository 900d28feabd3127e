import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { Span } from "../../markdown/lines.ts";
import { decodeTarget } from "../../markdown/links.ts";
import { parseDoc } from "../../bank/parse.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { readHeadingIds } from "../heading-ids.ts";
import { placeOfLink } from "../link-place.ts";

/** Fragments that need no heading: the top, a line of a file, words in a page. */
const NO_HEADING = /^(?:$|top$|L\d+|:~:)/i;
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|[/\\])/i;

/** `#…` behind a link, or alone, that no heading and no id answers to. */
export function deadAnchors(bank: CheckedBank): Fault[] {
  const idsOf = createLookup(bank);
  return bank.docs.flatMap((doc) =>
    doc.doc.inline.targets.flatMap((target): Fault[] => {
      const { path, fragment, from } = splitTarget(doc.text, target);
      if (fragment === undefined || NO_HEADING.test(fragment)) return [];
      const ids = idsOf(doc, path);
      if (ids === undefined || ids.has(toLooseId(fragment))) return [];
      const place = path === "" ? doc.path : path;
      return [
        {
          level: doc.levelAt(from, "warning", "note"),
          ...doc.placeOf(from),
          message: {
            en: `${place} has no heading #${fragment}`,
            zh: `${place} 中没有标题 #${fragment}`,
          },
          fix: {
            en: "name a heading that is there: in lower case, spaces as hyphens, without punctuation",
            zh: "改为存在的标题：小写，空格改为连字符，去掉标点",
          },
        },
      ];
    }),
  );
}

/** Renderers differ in what they make of hyphens, signs and emoji, and a reader finds the heading anyway. */
function toLooseId(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function splitTarget(text: string, { from, to }: Span) {
  const target = text.slice(from, to);
  const hash = target.indexOf("#");
  if (hash < 0 || SCHEME.test(target)) return { path: "", fragment: undefined, from };
  const [path = ""] = target.slice(0, hash).split("?");
  return {
    path: decodeTarget(path),
    fragment: decodeTarget(target.slice(hash + 1)),
    from: from + hash,
  };
}

/** What `#…` can lead to in the doc at a path; undefined where it leads to no Markdown. */
function createLookup({ docAt, input }: CheckedBank) {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return (doc: CheckedDoc, path: string): ReadonlySet<string> | undefined => {
    const place =
      path === ""
        ? { kind: "bank" as const, path: doc.path }
        : placeOfLink(doc.path, path, input.bankName);
    const key = `${place.kind} ${place.path}`;
    if (known.has(key)) return known.get(key);
    const ids = read(place.kind, place.path);
    const loose = ids && new Set([...ids].map(toLooseId));
    known.set(key, loose);
    return loose;
  };

  function read(kind: "bank" | "project", path: string): ReadonlySet<string> | undefined {
    if (!path.toLowerCase().endsWith(DOC_EXTENSION)) return undefined;
    if (kind === "bank") {
      const found = docAt(path);
      return found && readHeadingIds(found.doc);
    }
    const text = input.project.readMarkdown(path);
    return text === undefined ? undefined : readHeadingIds(parseDoc(text));
  }
}
