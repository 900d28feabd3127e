import { posix } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { INDEX } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Text } from "../../types.ts";
import type { Fault } from "../finding.ts";
import { nameSome } from "../name-some.ts";

interface Form {
  readonly folder: string;
  readonly isMet: RegExp;
  readonly message: Text;
  readonly fix: Text;
}

const FORMS: readonly Form[] = [
  {
    folder: "details/requirements/",
    isMet: /^REQ-\d{1,9}(?!\d)/i,
    message: { en: "requirements without a number", zh: "没有编号的需求文件名" },
    fix: {
      en: "name them REQ-NNN-slug.md, each with a number that is free",
      zh: "改名为 REQ-NNN-slug.md，编号须未使用",
    },
  },
  {
    folder: "details/learnings/",
    isMet: /^\d{4}-\d{2}-\d{2}(?!\d)/,
    message: { en: "lessons without a date", zh: "没有日期的经验文件名" },
    fix: {
      en: "name them YYYY-MM-DD-slug.md, with the day of the lesson",
      zh: "改名为 YYYY-MM-DD-slug.md，日期为得到经验的那天",
    },
  },
];
const NEEDS_NONE = new Set([INDEX, "README.md"]);

/** Requirements are cited by their number, lessons are looked up by their date. Told once for a folder. */
export const docNames: CheckRule = {
  name: "doc-names",
  find: ({ files }) =>
    FORMS.flatMap(({ folder, isMet, message, fix }): Fault[] => {
      const wrong = files
        .map(({ path }) => path)
        .filter((path) => {
          const name = posix.basename(path);
          const isDoc = path.startsWith(folder) && name.endsWith(DOC_EXTENSION);
          return isDoc && !NEEDS_NONE.has(name) && !isMet.test(name);
        });
      const [first] = wrong;
      if (first === undefined) return [];
      const { en, zh } = nameSome(wrong);
      const told = { en: `${message.en}: ${en}`, zh: `${message.zh}：${zh}` };
      return [{ level: "note", path: first, line: 1, message: told, fix }];
    }),
};
