import { playersOf } from "../../bank/roles.ts";
import { isBlankDoc } from "../../bank/templates/template-lines.ts";
import type { CheckRule } from "../check-rule.ts";

/** The read gate asks for the conventions: as long as nothing is in them, it asks for nothing. */
export const blankConventions: CheckRule = {
  name: "blank-conventions",
  find: ({ entry, files, docAt }) => {
    const paths = files.map(({ path }) => path);
    const docs = playersOf("conventions", paths).flatMap((path) => docAt(path) ?? []);
    const [doc] = docs;
    if (entry === undefined || doc === undefined) return [];
    if (!docs.every(({ text }) => isBlankDoc(text))) return [];
    return [
      {
        level: "note",
        path: doc.path,
        line: 1,
        message: {
          en: "no conventions are recorded: risky writes wait for nothing",
          zh: "还没有记录约定：高风险写入无需先读",
        },
        fix: {
          en: "let your agent write down how things are done here, each with the path that shows it",
          zh: "让代理写下这里的做法，每条注明出处路径",
        },
      },
    ];
  },
};
