import { findBlockDamage } from "../../bank/blocks.ts";
import { shortenPath } from "../../bank/shorten.ts";
import type { Rule } from "../decide.ts";
import { pass } from "../verdict.ts";

/** A user block belongs to the user: no tool of the agent may change it or its markers. */
export const keepUserBlocks: Rule = {
  name: "keep-user-blocks",
  judge({ call }) {
    for (const { target, change } of call.writes) {
      if (change?.before === undefined || change.after === undefined) continue;
      const damage = findBlockDamage(change.before, change.after);
      if (damage === undefined) continue;
      const path = shortenPath(target.path);
      const what =
        damage.kind === "user-block-changed"
          ? { en: "user block", zh: "用户区块" }
          : { en: "block markers", zh: "区块标记" };
      return {
        kind: "refuse",
        because: {
          en: `this would change the ${what.en} at line ${damage.line} of ${path}, which only the user changes`,
          zh: `这会改动 ${path} 第 ${damage.line} 行的${what.zh}，而它只由用户修改`,
        },
        next: {
          en: "keep every byte from USER_BLOCK_START to USER_BLOCK_END and all marker lines, change the machine block only, then repeat this call",
          zh: "保留 USER_BLOCK_START 与 USER_BLOCK_END 之间（含标记行）的每个字节，只改机器区块，然后重试",
        },
      };
    }
    return pass("no user block is certain to change", "没有用户区块确定会改变");
  },
};
