import { isAnchor } from "../../bank/roles.ts";
import { isWithin } from "../../markdown/lines.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault, Level } from "../finding.ts";
import { isPastOrFuture, isPlain, isRooted, isThere, toWrittenPath } from "../written-paths.ts";

interface Mention {
  readonly doc: CheckedDoc;
  readonly path: string;
  readonly from: number;
}

/** Files of the project that docs name in backticks and that are gone. What is doubtful is not reported. */
export const stalePaths: CheckRule = {
  name: "stale-paths",
  find: (bank) => {
    const missing = bank.docs.flatMap((doc) => findMissing(doc, bank));
    const isCertain = ({ path }: Mention) => isPlain(path) && isRooted(path, bank);
    const once = bank.input.project.once([...new Set(missing.map(({ path }) => path))]);
    return missing
      .filter((mention) => isCertain(mention) || once.has(mention.path))
      .map(({ doc, path, from }): Fault => ({
        level: doc.levelAt(from, levelOf(doc, once.has(path)), "note"),
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
    return isPastOrFuture(doc.lineOf(from)) || isPastOrFuture(headingAbove(doc, from))
      ? []
      : [{ doc, path, from }];
  });
}

function headingAbove({ doc }: CheckedDoc, offset: number): string {
  return doc.sections.findLast(({ from }) => from <= offset)?.heading ?? "";
}

/** Requirements, designs and progress speak of files that are still to be made. */
function levelOf({ path }: CheckedDoc, wasThere: boolean): Level {
  return isAnchor(path) && !wasThere ? "note" : "warning";
}
