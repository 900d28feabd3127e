import type { Language, SecretOffence, Text, Verdict } from "../../types.ts";
import type { Rule } from "../decide.ts";
import { shortenPath } from "../../bank/shorten.ts";

/** The bank is in the repository and in every prompt: no key, no password, no customer's number gets into it. */
export const keepSecretsOut: Rule = {
  name: "keep-secrets-out",
  kind: "guard",
  warnsOnce: false,
  judge({ call, bank }) {
    for (const { target, change } of call.writes) {
      const found = change?.secret;
      if (found === undefined) continue;
      const path = shortenPath(target.path);
      return {
        kind: "refuse",
        because: describe(found, path),
        message: refusal(path, found, bank.language),
      };
    }
    return pass;
  },
};

const pass: Verdict = {
  kind: "pass",
  because: { en: "no secret is brought in", zh: "没有带入敏感数据" },
};

/** The name of an allowance is the doc's own words. */
function describe({ kind, rule, line }: SecretOffence, path: string): Text {
  const what: Text =
    kind === "allowance"
      ? { en: "an allowance", zh: "放行标记" }
      : { en: `secret ${rule}`, zh: `敏感数据 ${rule}` };
  return kind === "name"
    ? { en: `${what.en} in its name`, zh: `名称中有${what.zh}` }
    : { en: `${what.en} at line ${line} of ${path}`, zh: `${path} 第 ${line} 行有${what.zh}` };
}

function refusal(
  path: string,
  { kind, rule, line, isOfDoc }: SecretOffence,
  language: Language,
): string {
  const place: Text = isOfDoc
    ? { en: `line ${line} of ${path}`, zh: `${path} 第 ${line} 行` }
    : { en: `line ${line} of the text for ${path}`, zh: `写入 ${path} 的文本第 ${line} 行` };
  const messages: Readonly<Record<SecretOffence["kind"], Text>> = {
    secret: {
      en: `[Memory Bank] Not written: ${place.en} holds a secret (${rule}), and the bank goes into the repository and into every prompt.\nNext: write where it is kept instead (the variable's name, or a placeholder), then repeat this call. (rule: keep-secrets-out)`,
      zh: `[Memory Bank] 未写入：${place.zh}含有敏感数据（${rule}），而记忆库会进入仓库和每次提示。\n下一步：改写为它的存放位置（如环境变量名或占位符），然后重试。(rule: keep-secrets-out)`,
    },
    name: {
      en: `[Memory Bank] Not written: the name of the new doc holds a secret (${rule}), and the bank goes into the repository and into every prompt.\nNext: choose a name without it, then repeat this call. (rule: keep-secrets-out)`,
      zh: `[Memory Bank] 未写入：新文档的名称含有敏感数据（${rule}），而记忆库会进入仓库和每次提示。\n下一步：换一个不含它的名称，然后重试。(rule: keep-secrets-out)`,
    },
    allowance: {
      en: `[Memory Bank] Not written: ${place.en} would allow ${rule} in this doc, and only the user adds such a line.\nNext: leave the line out and repeat this call; if it is needed, ask the user to add it. (rule: keep-secrets-out)`,
      zh: `[Memory Bank] 未写入：${place.zh}会添加对 ${rule} 的放行标记，而只有用户可以添加。\n下一步：去掉这一行后重试；如确有需要，请用户自己添加。(rule: keep-secrets-out)`,
    },
  };
  return messages[kind][language];
}
