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

function describe({ kind, rule, line }: SecretOffence, path: string): Text {
  return kind === "name"
    ? { en: `secret ${rule} in its name`, zh: `名称中有敏感数据 ${rule}` }
    : {
        en: `secret ${rule} at line ${line} of ${path}`,
        zh: `${path} 第 ${line} 行有敏感数据 ${rule}`,
      };
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
  };
  return messages[kind][language];
}
