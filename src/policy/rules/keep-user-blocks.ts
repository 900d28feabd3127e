import { type BlockDamage, findBlockDamage } from "../../bank/blocks.ts";
import { DAMAGES } from "../damages.ts";
import type { Language, Text, Verdict } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { shortenPath } from "../../bank/shorten.ts";

/** What stands in a user block is the user's: no tool of the agent changes it, or the markers around it. */
export const keepUserBlocks: Rule = {
  name: "keep-user-blocks",
  kind: "guard",
  warnsOnce: false,
  judge({ call, bank }) {
    for (const { target, change } of call.writes) {
      if (change?.before === undefined || change.after === undefined) continue;
      const damage = findBlockDamage(change.before, change.after);
      if (damage === undefined) continue;
      return {
        kind: "refuse",
        because: describe(shortenPath(target.path), damage),
        message: refusal(shortenPath(target.path), damage, bank.language),
      };
    }
    return pass;
  },
};

const pass: Verdict = {
  kind: "pass",
  because: { en: "no user block is certain to change", zh: "没有用户区块确定会改变" },
};

function describe(path: string, { kind, line }: BlockDamage): Text {
  return {
    en: `${kind} at line ${line} of ${path}`,
    zh: `${path} 第 ${line} 行：${DAMAGES[kind]}`,
  };
}

function refusal(path: string, { kind, line }: BlockDamage, language: Language): string {
  const what = DAMAGED[kind];
  return {
    en: `[Memory Bank] Not written: this would change the ${what.en} at line ${line} of ${path}, which is the user's alone.\nNext: keep every byte from USER_BLOCK_START to USER_BLOCK_END and all marker lines, change the machine block only, then repeat this call. (rule: keep-user-blocks)`,
    zh: `[Memory Bank] 未写入：这会改动 ${path} 第 ${line} 行的${what.zh}，而它只属于用户。\n下一步：保留 USER_BLOCK_START 与 USER_BLOCK_END 之间（含标记行）的每个字节，只改机器区块，然后重试。(rule: keep-user-blocks)`,
  }[language];
}

const DAMAGED: Readonly<Record<BlockDamage["kind"], Text>> = {
  "user-block-changed": { en: "user block", zh: "用户区块" },
  "markers-changed": { en: "block markers", zh: "区块标记" },
};
