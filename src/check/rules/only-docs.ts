import { posix } from "node:path";
import { BANK_FOLDER, DOC_EXTENSION } from "../../bank/layout.ts";
import type { CheckRule } from "../check-rule.ts";

/** A bank of our layout holds Markdown. Hidden files, such as `.gitkeep`, are those of tools. */
export const onlyDocs: CheckRule = {
  name: "only-docs",
  find: ({ files, isOurs }) =>
    files
      .filter(
        ({ path, content }) =>
          (isOurs || path.startsWith("details/")) &&
          !path.endsWith(DOC_EXTENSION) &&
          !posix.basename(path).startsWith(".") &&
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
