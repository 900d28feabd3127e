import { posix } from "node:path";
import { BANK_FOLDER, DOC_EXTENSION } from "../../bank/layout.ts";
import type { CheckRule } from "../check-rule.ts";

/** Files of git's own: they keep an empty folder in the repository, or hold its settings. */
const OF_GIT = /^\.git(?:attributes|ignore|keep)$/;

/** The bank holds Markdown; the agent cannot maintain anything else in it. */
export const onlyDocs: CheckRule = {
  name: "only-docs",
  find: ({ files }) =>
    files
      .filter(
        ({ path, content }) =>
          !path.endsWith(DOC_EXTENSION) &&
          !OF_GIT.test(posix.basename(path)) &&
          !(content.kind === "link" && content.leads !== "inside"),
      )
      .map(({ path }) => ({
        level: "note",
        path,
        line: 1,
        message: { en: `it is not a ${DOC_EXTENSION} file`, zh: `不是 ${DOC_EXTENSION} 文件` },
        fix: {
          en: `keep it outside ${BANK_FOLDER}/ and link to it`,
          zh: `放到 ${BANK_FOLDER}/ 之外并链接过去`,
        },
      })),
};
