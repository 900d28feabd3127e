import { shortenPath } from "../../bank/shorten.ts";
import type { Text } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { pass } from "../verdict.ts";

/** The bank is in the repository and in every prompt: no key, no password, no customer's number gets into it. */
export const keepSecretsOut: Rule = {
  name: "keep-secrets-out",
  judge({ call }) {
    for (const { target, change } of call.writes) {
      const found = change?.secret;
      if (found === undefined) continue;
      const { kind, rule, line, isOfDoc } = found;
      const path = shortenPath(target.path);
      const place: Text =
        kind === "name"
          ? { en: "the name of the new doc", zh: "新文档的名称" }
          : isOfDoc
            ? { en: `line ${line} of ${path}`, zh: `${path} 第 ${line} 行` }
            : {
                en: `line ${line} of the text for ${path}`,
                zh: `写入 ${path} 的文本第 ${line} 行`,
              };
      return {
        kind: "refuse",
        because: {
          en: `${place.en} would hold a secret (${rule}), and the bank goes into the repository and into every prompt`,
          zh: `${place.zh}会含有敏感数据（${rule}），而记忆库会进入仓库和每次提示`,
        },
        next: {
          en: "write where it is kept instead (the variable's name, or a placeholder), then repeat this call",
          zh: "改写为它的存放位置（如环境变量名或占位符），然后重试",
        },
      };
    }
    return pass("no secret is brought in", "没有带入敏感数据");
  },
};
