import type { Language } from "../types.ts";
import type { CheckRuleName, Finding } from "./finding.ts";

const LONGEST = 160;

/** What one finding of a rule is called, and several. Rules with the same words are counted together. */
const NOUNS: Readonly<Record<CheckRuleName, readonly [one: string, many: string, zh: string]>> = {
  "missing-entry": ["missing entry", "missing entries", "处入口缺失"],
  "readable-docs": ["unreadable doc", "unreadable docs", "篇文档无法读取"],
  "only-docs": ["foreign file", "foreign files", "个非文档文件"],
  "stray-symlinks": ["stray symlink", "stray symlinks", "个无效链接文件"],
  "unfinished-merge": ["unmerged doc", "unmerged docs", "篇文档尚未合并"],
  "conflict-markers": ["open conflict", "open conflicts", "处未解决的冲突"],
  "open-fences": ["open code fence", "open code fences", "个未闭合的代码块"],
  "block-markers": ["wrong block marker", "wrong block markers", "处区块标记错误"],
  "template-version": ["outdated template", "outdated templates", "处模板过旧"],
  "entry-sections": ["missing section", "missing sections", "节缺失"],
  "doubled-sections": ["doubled section", "doubled sections", "节重复"],
  "short-rows": ["short row", "short rows", "行缺单元格"],
  "entry-budget": ["entry over budget", "entries over budget", "处入口超出预算"],
  "old-files": ["old file", "old files", "个旧文件"],
  "dead-routes": ["dead route", "dead routes", "条失效路由"],
  "wide-routes": ["wide route", "wide routes", "条过宽路由"],
  "dead-answers": ["dead quick answer", "dead quick answers", "条失效快速答案"],
  "quick-answers": ["quick answer to mend", "quick answers to mend", "条快速答案待改"],
  "decision-table": ["long table", "long tables", "个过长的表"],
  "stale-focus": ["stale focus", "stale focuses", "处焦点过时"],
  "blank-conventions": ["blank doc of conventions", "blank docs of conventions", "篇约定为空白"],
  "dead-links": ["dead link", "dead links", "个失效链接"],
  "dead-anchors": ["dead link", "dead links", "个失效链接"],
  "missing-index": ["missing index", "missing indexes", "个索引缺失"],
  "index-rows": ["index row out of step", "index rows out of step", "处索引不一致"],
  "orphan-docs": ["doc that nothing leads to", "docs that nothing leads to", "篇无人指向的文档"],
  "stale-paths": ["stale pointer", "stale pointers", "处过时指向"],
  "stale-commands": ["stale command", "stale commands", "条过时命令"],
  secrets: ["secret", "secrets", "处敏感数据"],
  "duplicate-docs": ["duplicate doc", "duplicate docs", "篇重复文档"],
  "requirement-numbers": ["doubled number", "doubled numbers", "个重复编号"],
  "doc-names": ["name against the layout", "names against the layout", "个不合规的文件名"],
};

/** What one finding of a rule is called, in English as tools show it. */
export function nounOf(rule: CheckRuleName): string {
  return NOUNS[rule][0];
}

/** One line for the agent: what is broken. Undefined where nothing is; notes are not worth a prompt. */
export function summarizeFindings(
  findings: readonly Finding[],
  language: Language,
): string | undefined {
  const counts = new Map<string, { count: number; errors: number; rule: CheckRuleName }>();
  for (const { rule, level } of findings) {
    if (level === "note") continue;
    const [noun] = NOUNS[rule];
    const known = counts.get(noun) ?? { count: 0, errors: 0, rule };
    const errors = known.errors + (level === "error" ? 1 : 0);
    counts.set(noun, { ...known, count: known.count + 1, errors });
  }
  if (counts.size === 0) return undefined;
  const sorted = [...counts.values()].toSorted(
    (a, b) =>
      Number(isOfMerge(b)) - Number(isOfMerge(a)) ||
      Number(b.errors > 0) - Number(a.errors > 0) ||
      b.count - a.count,
  );
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const isMerging = sorted.some(isOfMerge);
  for (let shown = sorted.length; shown > 0; shown -= 1) {
    const parts = sorted.slice(0, shown);
    const more = total - parts.reduce((sum, { count }) => sum + count, 0);
    const line = toLine(parts, more, isMerging, language);
    if (line.length <= LONGEST) return line;
  }
  return toLine([], total, isMerging, language);
}

/** Until it is settled, what the docs say may be what one side has given up. */
function isOfMerge({ rule }: { readonly rule: CheckRuleName }): boolean {
  return rule === "unfinished-merge" || rule === "conflict-markers";
}

function toLine(
  parts: readonly { readonly count: number; readonly rule: CheckRuleName }[],
  more: number,
  isMerging: boolean,
  language: Language,
): string {
  if (language === "zh") {
    const named = parts.map(({ count, rule }) => `${count} ${NOUNS[rule][2]}`);
    const others = more > 0 ? [parts.length > 0 ? `另有 ${more} 个问题` : `${more} 个问题`] : [];
    const merging = isMerging ? "：合并尚未完成，两个版本都不可信" : "";
    return `记忆库中有 ${[...named, ...others].join("、")}${merging}。告诉用户：\`memory-bank check\` 会逐条列出`;
  }
  const named = parts.map(({ count, rule }) => `${count} ${NOUNS[rule][count === 1 ? 0 : 1]}`);
  const others = more > 0 ? [parts.length > 0 ? `${more} more` : `${more} findings`] : [];
  const merging = isMerging ? ": a merge is unfinished, rely on neither side" : "";
  return `${[...named, ...others].join(", ")} in the memory bank${merging}. Tell the user: \`memory-bank check\` lists them`;
}
