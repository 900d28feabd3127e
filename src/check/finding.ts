import type { Text } from "../types.ts";

/** Errors and warnings say that something is broken; a note, that something could be better. */
export type Level = "error" | "warning" | "note";

/** The rules, a file in `rules/` each, and what one finding of it is called, and several. */
export const RULE_NOUNS = {
  "missing-entry": ["missing entry", "missing entries", "处入口缺失"],
  "readable-docs": ["unreadable doc", "unreadable docs", "篇文档无法读取"],
  "unfinished-merge": ["unmerged doc", "unmerged docs", "处合并未完成"],
  "open-fences": ["open code fence", "open code fences", "个未闭合的代码块"],
  "block-markers": ["wrong block marker", "wrong block markers", "处区块标记错误"],
  "template-version": ["outdated template", "outdated templates", "处模板过旧"],
  "entry-budget": ["entry over budget", "entries over budget", "处入口超出预算"],
  "dead-pointers": ["dead pointer", "dead pointers", "处失效指引"],
  "copied-text": ["stale copy", "stale copies", "处副本"],
  "dead-routes": ["dead route", "dead routes", "条失效路由"],
  "dead-links": ["dead link", "dead links", "个失效链接"],
  "dead-anchors": ["dead anchor", "dead anchors", "个失效锚点"],
  "index-rows": ["missing index row", "missing index rows", "处索引缺行"],
  "orphan-docs": ["doc that nothing leads to", "docs that nothing leads to", "篇无人指向的文档"],
  "stale-paths": ["stale path", "stale paths", "处过时路径"],
  "stale-commands": ["stale command", "stale commands", "条过时命令"],
  "stale-focus": ["stale focus", "stale focuses", "处焦点过时"],
  "requirement-numbers": ["doubled number", "doubled numbers", "个重复编号"],
  secrets: ["secret", "secrets", "处敏感数据"],
} as const satisfies Record<string, readonly [one: string, many: string, zh: string]>;

export type CheckRuleName = keyof typeof RULE_NOUNS;

/** What a rule has found, in both languages. */
export interface Fault {
  readonly level: Level;
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** 1-based; 1 for a file as a whole. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly message: Text;
  readonly fix: Text;
}

/** Something in the bank that is wrong, or could be better, and what to do about it. */
export interface Finding extends Omit<Fault, "message" | "fix"> {
  readonly rule: CheckRuleName;
  readonly message: string;
  readonly fix: string;
}
