import { findCodes } from "../../markdown/links.ts";
import { isWithin } from "../../markdown/lines.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { isPlain, isRooted, isThere, toWrittenPath } from "../written-paths.ts";

interface Mention {
  readonly doc: CheckedDoc;
  readonly path: string;
  readonly from: number;
}

/** "`old` → `new`": only one of the two exists. Or the text of a link, whose target `dead-links` checks. */
const ARROW_BEHIND = /^`{0,2}\s{0,4}(?:→|➜|⇒|=>|-{1,2}>)|^`{1,2}\]\(/;
const ARROW_BEFORE = /(?:→|➜|⇒|=>|-{1,2}>)\s{0,4}`{0,2}$/;

/** Files of the project that docs name in backticks and that are gone. Doubtful cases are not reported. */
export function stalePaths(bank: CheckedBank): Fault[] {
  const { project } = bank.input;
  const missing = bank.docs.flatMap((doc) => findMissing(doc, bank));
  const paths = [...new Set(missing.map(({ path }) => path))];
  const deleted = project.once(paths);
  // A bare folder name such as `hooks/` may mean any folder.
  const isKnown = (path: string) => deleted.has(path) && path.indexOf("/") < path.length - 1;
  const plain = paths.filter((path) => !isKnown(path) && isPlain(path) && isRooted(path, bank));
  const elsewhere = project.elsewhere(plain);
  const isStale = (path: string) => isKnown(path) || (plain.includes(path) && !elsewhere.has(path));
  return missing
    .filter(({ path }) => isStale(path))
    .map(({ doc, path, from }): Fault => ({
      level: doc.levelAt(from, "warning", "note"),
      ...doc.placeOf(from),
      message: deleted.has(path)
        ? { en: `${path} is no longer there`, zh: `${path} 已不存在` }
        : { en: `there is no ${path}`, zh: `没有 ${path}` },
      fix: {
        en: "correct the path, or mark what is said about it as obsolete",
        zh: "改正路径，或把相关内容标为过时",
      },
    }));
}

function findMissing(doc: CheckedDoc, bank: CheckedBank): Mention[] {
  return findCodes(doc.text).flatMap(({ from, to }) => {
    const path = toWrittenPath(doc.text.slice(from, to));
    if (path === undefined || isThere(path, doc.path, bank) || !doc.isOfNow(from)) return [];
    const isRoute = doc === bank.entry && isWithin(bank.routes, from);
    const isMove =
      ARROW_BEHIND.test(doc.text.slice(to, to + 12)) ||
      ARROW_BEFORE.test(doc.text.slice(Math.max(0, from - 12), from));
    return isRoute || isMove ? [] : [{ doc, path, from }];
  });
}
