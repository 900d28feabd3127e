import type { Language } from "../types.ts";
import { type CheckRuleName, type Finding, RULE_NOUNS } from "./finding.ts";

const MOST_NAMED = 3;

/** One line for the agent: what is broken. Undefined where nothing is; notes are not worth a prompt. */
export function summarizeFindings(
  findings: readonly Finding[],
  language: Language,
): string | undefined {
  const counts = new Map<CheckRuleName, { count: number; errors: number }>();
  for (const { rule, level } of findings) {
    if (level === "note") continue;
    const { count, errors } = counts.get(rule) ?? { count: 0, errors: 0 };
    counts.set(rule, { count: count + 1, errors: errors + (level === "error" ? 1 : 0) });
  }
  if (counts.size === 0) return undefined;
  // Until a merge is settled, what the docs say may be what one side has given up.
  const isMerging = counts.has("unfinished-merge");
  const rank = ([rule, { errors }]: readonly [CheckRuleName, { errors: number }]) =>
    rule === "unfinished-merge" ? 0 : errors > 0 ? 1 : 2;
  const sorted = [...counts].toSorted((a, b) => rank(a) - rank(b) || b[1].count - a[1].count);
  const parts = sorted.slice(0, MOST_NAMED).map(([rule, { count }]) => {
    const [one, many, zh] = RULE_NOUNS[rule];
    return { en: `${count} ${count === 1 ? one : many}`, zh: `${count} ${zh}` }[language];
  });
  const more = sorted.slice(MOST_NAMED).reduce((sum, [, { count }]) => sum + count, 0);
  if (more > 0) parts.push({ en: `${more} more`, zh: `另有 ${more} 个问题` }[language]);
  const merging = {
    en: ": a merge is unfinished, rely on neither side",
    zh: "：合并尚未完成，两个版本都不可信",
  };
  const where = isMerging ? merging[language] : "";
  return {
    en: `${parts.join(", ")} in the memory bank${where}. Tell the user: \`memory-bank check\` lists them`,
    zh: `记忆库中有 ${parts.join("、")}${where}。告诉用户：\`memory-bank check\` 会逐条列出`,
  }[language];
}
