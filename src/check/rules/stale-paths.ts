import { isWithin } from "../../markdown/lines.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { isPlain, isRooted, isThere, toWrittenPath } from "../written-paths.ts";

interface Mention {
  readonly doc: CheckedDoc;
  readonly path: string;
  readonly from: number;
}

/** "`old` → `new`": what stands before an arrow is what was. */
const ARROW = /^`{0,2}\s{0,4}(?:→|➜|⇒|=>|-{1,2}>)/;

/** The text of a link, whose target `dead-links` looks at. */
const LINK = /^`{1,2}\]\(/;

/** Files of the project that docs name in backticks and that are gone. What is doubtful is not reported. */
export const stalePaths: CheckRule = {
  name: "stale-paths",
  find: (bank) => {
    const { project } = bank.input;
    const missing = bank.docs
      .filter(({ tense }) => tense === "now")
      .flatMap((doc) => findMissing(doc, bank));
    const paths = [...new Set(missing.map(({ path }) => path))];
    const once = project.once(paths);
    // `hooks/` is a name that any folder may have.
    const isKnown = (path: string) => once.has(path) && path.indexOf("/") < path.length - 1;
    const plain = paths.filter((path) => !isKnown(path) && isPlain(path) && isRooted(path, bank));
    const elsewhere = project.elsewhere(plain);
    const stale = new Set([
      ...paths.filter(isKnown),
      ...plain.filter((path) => !elsewhere.has(path)),
    ]);
    return missing
      .filter(({ path }) => stale.has(path))
      .map(({ doc, path, from }): Fault => ({
        level: doc.levelAt(from, "warning", "note"),
        ...doc.placeOf(from),
        message: once.has(path)
          ? { en: `${path} is no longer there`, zh: `${path} 已不存在` }
          : { en: `there is no ${path}`, zh: `没有 ${path}` },
        fix: {
          en: "correct the path, or mark what is said about it as obsolete",
          zh: "改正路径，或把相关内容标为过时",
        },
      }));
  },
};

function findMissing(doc: CheckedDoc, bank: CheckedBank): Mention[] {
  const isAnswer = (from: number) =>
    doc === bank.entry && isWithin([...bank.quickAnswers, ...bank.routes], from);
  return doc.doc.inline.codes.flatMap(({ from, to }) => {
    const path = toWrittenPath(doc.text.slice(from, to));
    if (path === undefined || isThere(path, doc.path, bank) || isAnswer(from)) return [];
    const behind = doc.text.slice(to, to + 12);
    const isOther = ARROW.test(behind) || LINK.test(behind) || !doc.isOfNow(from);
    return isOther ? [] : [{ doc, path, from }];
  });
}
