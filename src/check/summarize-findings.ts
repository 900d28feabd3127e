import type { Language } from "../types.ts";
import type { Finding } from "./finding.ts";

const MOST_NAMED = 3;

/** One line for the agent: how much is broken, and by which rules. Undefined where nothing is; notes are not worth a prompt. */
export function summarizeFindings(
  findings: readonly Finding[],
  language: Language,
): string | undefined {
  const broken = findings.filter(({ level }) => level !== "note");
  if (broken.length === 0) return undefined;
  const errors = broken.filter(({ level }) => level === "error");
  const rules = [...new Set([...errors, ...broken].map(({ rule }) => rule))];
  const named = [...rules.slice(0, MOST_NAMED), ...(rules.length > MOST_NAMED ? ["…"] : [])];
  // Until a merge is settled, what the docs say may be what one side has given up.
  const merging = rules.includes("unfinished-merge")
    ? {
        en: " A merge is unfinished: rely on neither side.",
        zh: "合并尚未完成，两个版本都不可信。",
      }
    : { en: "", zh: "" };
  const { length } = broken;
  return {
    en: `The memory bank has ${length} ${length === 1 ? "problem" : "problems"} (${named.join(", ")}).${merging.en} Tell the user: \`memory-bank check\` lists them`,
    zh: `记忆库有 ${length} 个问题（${named.join("、")}）。${merging.zh}告诉用户：\`memory-bank check\` 会逐条列出`,
  }[language];
}
