import { posix } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { CheckRule } from "../check-rule.ts";

/** A bank of our layout holds Markdown. Hidden files, such as `.gitkeep`, are those of tools. */
export const onlyDocs: CheckRule = {
  name: "only-docs",
  find: ({ files, isOurs, input: { bankName } }) =>
    files
      .filter(
        ({ path, content }) =>
          (path.startsWith("details/") || (isOurs && !path.includes("/"))) &&
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
          en: `keep it outside ${bankName}/ and link to it`,
          zh: `放到 ${bankName}/ 之外并链接过去`,
        },
      })),
};
