import type { Language } from "../types.ts";
import { shortenPath } from "../bank/shorten.ts";

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
  return restored.secret === undefined
    ? renderUserBlock(restored, language)
    : renderSecret(restored, language);
}

function renderSecret({ doc, kept, problem, secret }: Restored, language: Language): string {
  const path = shortenPath(doc);
  if (problem !== undefined) {
    const reason = shortenPath(problem, 80);
    return language === "zh"
      ? `[Memory Bank] 这次写入把敏感数据（${secret}）带进了 ${path}，且无法撤回（${reason}）。下一步：把这件事告诉用户。(rule: keep-secrets-out)`
      : `[Memory Bank] This write brought a secret (${secret}) into ${path}, and it could not be taken back (${reason}). Next: tell the user. (rule: keep-secrets-out)`;
  }
  return language === "zh"
    ? `[Memory Bank] 已撤回：这次写入把敏感数据（${secret}）带进了 ${path}。两个版本都已保留：memory-bank restore ${kept}。下一步：改写为它的存放位置，再写一次。(rule: keep-secrets-out)`
    : `[Memory Bank] Taken back: this write brought a secret (${secret}) into ${path}. Both versions are kept: memory-bank restore ${kept}. Next: write where it is kept instead, and write again. (rule: keep-secrets-out)`;
}

function renderUserBlock({ doc, kept, problem }: Restored, language: Language): string {
  const path = shortenPath(doc);
  const zh = language === "zh";
  if (problem !== undefined) {
    const reason = shortenPath(problem, 80);
    return zh
      ? `[Memory Bank] ${path} 的用户区块被改动，且无法恢复（${reason}）。下一步：把这件事告诉用户。(rule: keep-user-blocks)`
      : `[Memory Bank] The user block of ${path} was changed and could not be put back (${reason}). Next: tell the user. (rule: keep-user-blocks)`;
  }
  return zh
    ? `[Memory Bank] 已恢复：这次写入改动了 ${path} 的用户区块或标记，而它们只属于用户。两个版本都已保留：memory-bank restore ${kept}。下一步：重新读该文档，只改机器区块。(rule: keep-user-blocks)`
    : `[Memory Bank] Put back: this write changed the user block or a marker of ${path}, which are the user's alone. Both versions are kept: memory-bank restore ${kept}. Next: read the doc again and change the machine block only. (rule: keep-user-blocks)`;
}
