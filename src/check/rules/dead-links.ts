import { findLinks } from "../../markdown/links.ts";
import { insideBank } from "../../bank/doc-paths.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { isWithin } from "../../markdown/lines.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { isLive, placeOfLink } from "../link-place.ts";
import { isPlaceholder } from "../written-paths.ts";

/** A path-like target. In a table, `[CBE](d)` and `[%](g=f/b)` are not links to files; neither is code, nor `./...`. */
const LOOKS_LIKE_PATH = /^\.{1,2}\/|\/$|\.[a-z]\w{0,9}$/i;
const IN_NO_PATH = /[`|<>{}*=]|\.\.\./;
const INDEX = /(?:^|\/)(?:_?index|readme)\.md$/i;
/** A line number after a path, as editors and agents write it: `:12`, `:12-20`. */
const LINE_NUMBER = /:\d{1,7}(?:[-:]\d{1,7})?$/;

/** Relative links, followed as an editor or a page of the repository does. `dead-routes` reports routes. */
export function deadLinks(bank: CheckedBank): Fault[] {
  return bank.docs.flatMap((doc) =>
    findLinks(doc.text)
      .filter(
        ({ path, from }) =>
          isDead(path, doc, bank) &&
          !isOfAnotherTime(path, from, doc, bank) &&
          !(doc === bank.entry && isWithin(bank.routes, from)),
      )
      .map(({ path, from }) => toFault(doc, path, from, bank)),
  );
}

function isDead(written: string, { text, path: doc }: CheckedDoc, bank: CheckedBank): boolean {
  const path = written.replace(LINE_NUMBER, "");
  if (!LOOKS_LIKE_PATH.test(path) || IN_NO_PATH.test(path) || isPlaceholder(path)) return false;
  const isLiveAt = (target: string) => isLive(placeOfLink(doc, target, bank.input.bankName), bank);
  if (isLiveAt(path) || isLiveAt(path + DOC_EXTENSION)) return false;
  // The file's own name may hold a `%20`, which was decoded as an escape.
  if (text.includes("%") && isLiveAt(encodeURI(path))) return false;
  // An agent also tries a path from the bank or from the root.
  return path.includes("..") || (!bank.isInBank(path) && !bank.input.project.exists(path));
}

/** Logs and plans name files that are gone or not made yet. This does not excuse links to docs of the bank. */
function isOfAnotherTime(
  path: string,
  from: number,
  doc: CheckedDoc,
  { input, isInBank }: CheckedBank,
): boolean {
  const [first = ""] = insideBank(path, input.bankName).split("/");
  // Agents also write paths from the root: the root's folders must not be mistaken for folders of the bank.
  const isFromRoot = !isInBank(first) && input.project.exists(first);
  const { kind } = placeOfLink(doc.path, path, input.bankName);
  const isOfBank = kind === "bank" && !isFromRoot && path.endsWith(DOC_EXTENSION);
  return !isOfBank && !doc.isOfNow(from);
}

function toFault(doc: CheckedDoc, path: string, from: number, { input }: CheckedBank): Fault {
  const place = placeOfLink(doc.path, path, input.bankName);
  const shown = place.kind === "bank" ? `${input.bankName}/${place.path}` : place.path;
  return {
    // An agent follows the links of an index, but not those of a log.
    level:
      doc.isOfNow(from) || INDEX.test(doc.path) ? doc.levelAt(from, "error", "warning") : "note",
    ...doc.placeOf(from),
    message: {
      en: `the link leads to ${shown}, which does not exist`,
      zh: `链接指向不存在的 ${shown}`,
    },
    fix: { en: "correct the target, or take the link out", zh: "改正目标，或去掉链接" },
  };
}
