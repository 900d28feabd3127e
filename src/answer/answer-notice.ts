import { MEMORY_READER } from "../bank/layout.ts";
import { shortenPath } from "../bank/shorten.ts";
import { hideValues } from "../secrets/hide-values.ts";
import type { Language } from "../types.ts";
import type { Answer } from "./schema.ts";
import type { CheckedClaim } from "./verify-answer.ts";

const LONGEST = 400;
const LONGEST_PATH = 60;
const LONGEST_ID = 12;
const MOST_NAMED = 3;

interface Words {
  readonly malformed: string;
  readonly nothing: string;
  readonly verified: (count: number, all: number) => string;
  readonly notFound: (ids: string, path: string) => string;
  readonly unchecked: (ids: string, path: string) => string;
  readonly conflicts: (count: number, doc: string) => string;
  readonly repeats: (rules: string) => string;
  readonly files: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    malformed:
      "memory-reader's answer has no YAML block that parses. Next: ask it again for the block (user_question, evidence with path and quote, conflicts, open_questions), or read the docs yourself.",
    nothing: "no claims to verify",
    verified: (count, all) =>
      `verified ${count}/${all}${count < all ? ", do not rely on the rest" : ""}`,
    notFound: (ids, path) => `${ids} not found in ${path}`,
    unchecked: (ids, path) => `${ids} not checked: ${path || "no path"}`,
    conflicts: (count, doc) =>
      `${count} conflict${count > 1 ? "s" : ""}${doc && ` with ${doc}`}: tell the user and offer to fix the doc`,
    repeats: (rules) =>
      `the answer repeats a secret (${rules}): do not write it down, tell the user to replace it`,
    files: "files as of",
  },
  zh: {
    malformed:
      "memory-reader 的回答里没有可解析的 YAML 块。下一步：让它重新给出该块（user_question、带 path 和 quote 的 evidence、conflicts、open_questions），或自己读文档。",
    nothing: "没有可核实的论断",
    verified: (count, all) => `已核实 ${count}/${all}${count < all ? "，其余不可采信" : ""}`,
    notFound: (ids, path) => `${path} 中找不到 ${ids}`,
    unchecked: (ids, path) => `${ids} 未核对：${path || "没有 path"}`,
    conflicts: (count, doc) => `${count} 处冲突${doc && `（${doc}）`}：告诉用户，并提议修正文档`,
    repeats: (rules) => `回答重复了敏感数据（${rules}）：不要写下来，请用户更换它`,
    files: "文件截至",
  },
};

/** One line for the main agent: how much of an answer holds, and what to do about the rest. */
export function renderAnswerNotice(
  answer: Answer | undefined,
  claims: readonly CheckedClaim[],
  secretRules: readonly string[],
  language: Language,
): string {
  const words = WORDS[language];
  const repeats =
    secretRules.length === 0 ? [] : [words.repeats(secretRules.slice(0, 2).join(", "))];
  const verified = claims.filter(({ outcome }) => outcome === "verified");
  const parts =
    answer === undefined
      ? [...repeats, words.malformed]
      : [
          claims.length === 0 ? words.nothing : words.verified(verified.length, claims.length),
          ...repeats,
          ...conflictPart(answer, words),
          ...namePaths(claims, "not-found", words.notFound),
          ...namePaths(claims, "unchecked", words.unchecked),
          ...filesPart(verified, words),
        ];
  const tail = ` (${MEMORY_READER})`;
  const text = `[Memory Bank] ${parts.join("; ")}`;
  const room = LONGEST - tail.length;
  return (text.length > room ? `${text.slice(0, room - 1).toWellFormed()}…` : text) + tail;
}

function conflictPart({ conflicts }: Answer, words: Words): string[] {
  if (conflicts.length === 0) return [];
  const named = conflicts.find(({ memory_path: path }) => path !== "");
  return [words.conflicts(conflicts.length, safePath(named?.memory_path ?? ""))];
}

function namePaths(
  claims: readonly CheckedClaim[],
  outcome: CheckedClaim["outcome"],
  say: (ids: string, path: string) => string,
): string[] {
  const failed = claims.filter((claim) => claim.outcome === outcome);
  const paths = [...new Set(failed.map(({ path }) => path))].slice(0, MOST_NAMED);
  return paths.map((path) => {
    const ids = failed.filter((claim) => claim.path === path).map(({ id }) => safeId(id));
    const more = ids.length > MOST_NAMED ? `, +${ids.length - MOST_NAMED}` : "";
    return say(ids.slice(0, MOST_NAMED).join(", ") + more, safePath(path));
  });
}

/** The files that were verified, the oldest first, because it is the most likely to be stale. */
function filesPart(verified: readonly CheckedClaim[], { files }: Words): string[] {
  const days = new Map(verified.map(({ path, day = "" }) => [path, day]));
  const oldest = [...days].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).slice(0, MOST_NAMED);
  const named = oldest.map(
    ([path, day]) => `${safePath(path.slice(path.lastIndexOf("/") + 1))} ${day}`,
  );
  return named.length === 0 ? [] : [`${files} ${named.join(", ")}`];
}

/** Cleans text of an answer, so that it can neither end the notice, nor imitate another one, nor pass on a secret. */
function safePath(path: string): string {
  const text = hideValues(path)
    .replaceAll(/[\p{C}\s<>[\]]+/gu, " ")
    .trim();
  return shortenPath(text, LONGEST_PATH).toWellFormed();
}

function safeId(id: string): string {
  return id.replaceAll(/[^\p{L}\p{N}_.-]+/gu, "").slice(0, LONGEST_ID) || "?";
}
