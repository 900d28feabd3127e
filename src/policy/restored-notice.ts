import { shortenPath } from "../bank/shorten.ts";
import type { Language, Text } from "../types.ts";

export interface Restored {
  readonly doc: string;
  /** The incident that keeps both versions; undefined where nothing could be put back. */
  readonly kept: string | undefined;
  readonly problem: string | undefined;
  /** The rule for secrets that its text offends; undefined where it is a user block that changed. */
  readonly secret?: string | undefined;
}

/** What the model is told of a doc that changed as nobody could foresee. */
export function renderRestored(restored: Restored, language: Language): string {
  const isSecret = restored.secret !== undefined;
  const text = (isSecret ? ofSecret(restored) : ofUserBlock(restored))[language];
  return `[Memory Bank] ${text}(rule: ${isSecret ? "keep-secrets-out" : "keep-user-blocks"})`;
}

function ofSecret({ doc, kept, problem, secret }: Restored): Text {
  const path = shortenPath(doc);
  if (problem !== undefined) {
    const reason = shortenPath(problem, 80);
    return {
      en: `This write brought a secret (${secret}) into ${path}, and it could not be undone (${reason}). Next: tell the user. `,
      zh: `这次写入把敏感数据（${secret}）带进了 ${path}，且无法恢复（${reason}）。下一步：把这件事告诉用户。`,
    };
  }
  return {
    en: `Put back: this write brought a secret (${secret}) into ${path}. Both versions are kept: memory-bank restore ${kept}. Next: write where it is kept instead, and write again. `,
    zh: `已恢复：这次写入把敏感数据（${secret}）带进了 ${path}。两个版本都已保留：memory-bank restore ${kept}。下一步：改写为它的存放位置，再写一次。`,
  };
}

function ofUserBlock({ doc, kept, problem }: Restored): Text {
  const path = shortenPath(doc);
  if (problem !== undefined) {
    const reason = shortenPath(problem, 80);
    return {
      en: `The user block of ${path} was changed and could not be put back (${reason}). Next: tell the user. `,
      zh: `${path} 的用户区块被改动，且无法恢复（${reason}）。下一步：把这件事告诉用户。`,
    };
  }
  return {
    en: `Put back: this write changed the user block or a marker of ${path}, which are the user's alone. Both versions are kept: memory-bank restore ${kept}. Next: read the doc again and change the machine block only. `,
    zh: `已恢复：这次写入改动了 ${path} 的用户区块或标记，而它们只属于用户。两个版本都已保留：memory-bank restore ${kept}。下一步：重新读该文档，只改机器区块。`,
  };
}
