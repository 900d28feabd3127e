import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Everything after a fence that is not closed is code: headings, rows and links in it do not count. */
export function openFences({ docs }: CheckedBank): Fault[] {
  return docs.flatMap((doc): Fault[] => {
    const open = doc.doc.lines.find(({ fence, depth }) => fence?.isClosed === false && depth === 0);
    if (open === undefined) return [];
    return [
      {
        level: doc.levelAt(open.from, "warning", "note"),
        ...doc.placeOf(open.from),
        message: {
          en: "the code fence is not closed: all that follows counts as code",
          zh: "代码块没有闭合：其后的内容都算作代码",
        },
        fix: {
          en: "close the fence; around a fence inside a fence, use more backticks than inside",
          zh: "闭合代码块；代码块中还有代码块时，外层要用更多反引号",
        },
      },
    ];
  });
}
