import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

/** What a symbolic link brings in from elsewhere is in no commit and on no other machine. */
export const straySymlinks: CheckRule = {
  name: "stray-symlinks",
  find: ({ files }) =>
    files.flatMap(({ path, content }): Fault[] => {
      if (content.kind !== "link" || content.leads === "inside") return [];
      const isOutside = content.leads === "outside";
      return [
        {
          level: isOutside ? "error" : "warning",
          path,
          line: 1,
          message: isOutside
            ? { en: "this link leads out of the project", zh: "此链接指向项目之外" }
            : { en: "this link leads nowhere", zh: "此链接没有指向任何文件" },
          fix: {
            en: "replace the link by the doc itself, or remove it",
            zh: "用文档本身替换链接，或删除链接",
          },
        },
      ];
    }),
};
