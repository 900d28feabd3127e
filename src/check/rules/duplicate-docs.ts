import type { CheckRule } from "../check-rule.ts";
import { findTwins } from "../find-twins.ts";

/** Two docs that say the same come to contradict each other when only one of them is updated. */
export const duplicateDocs: CheckRule = {
  name: "duplicate-docs",
  find: ({ docs }) =>
    findTwins(docs).map(({ path, twin, isExact }) => ({
      level: "note",
      path,
      line: 1,
      message: isExact
        ? { en: `it says the same as ${twin}`, zh: `内容与 ${twin} 相同` }
        : { en: `it says nearly the same as ${twin}`, zh: `内容与 ${twin} 几乎相同` },
      fix: {
        en: "keep one of them, and leave a pointer in the other",
        zh: "只保留一篇，另一篇改为指引",
      },
    })),
};
