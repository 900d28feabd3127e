import { findDocSecrets } from "../../secrets/find-added-secrets.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** The bank is in the repository and in every prompt. The value is never shown. */
export function secrets({ docs }: CheckedBank): Fault[] {
  return docs.flatMap(({ path, text }) =>
    findDocSecrets(text)
      .filter(({ line }) => !isWebKey(text, line))
      .map(({ rule, line }) => ({
        level: "error",
        path,
        line,
        message: { en: `a secret stands here (${rule})`, zh: `此处有敏感数据（${rule}）` },
        fix: {
          en: `write where it is kept instead, and change the secret; if it is none, add the line <!-- memory-bank-allow: ${rule} --> to the doc`,
          zh: `改写为它的存放位置，并更换该机密；如果误报，在文档中单独一行加上 <!-- memory-bank-allow: ${rule} -->`,
        },
      })),
  );
}

/** In how many lines around a key the other settings of a Firebase app are looked for. */
const NEARBY = 6;

/** Whether a key is that of a Firebase app, which is public: every page of the app contains it. */
function isWebKey(text: string, line: number): boolean {
  const lines = text.split("\n");
  const around = lines.slice(Math.max(0, line - 1 - NEARBY), line + NEARBY).join("\n");
  return /\bAIza/.test(lines[line - 1] ?? "") && /firebase|authDomain/i.test(around);
}
