import type { Conflict } from "./schema.ts";
import { ANSWER_SCHEMA } from "./schema.ts";
import type { Gap } from "./shape-answer.ts";
import type { Outcome } from "./verify-answer.ts";
import type { Language } from "../types.ts";

/** The words of the notice on an answer of memory-reader. */
export interface AnswerWords {
  readonly verified: (count: number, all: number, unchecked: number) => string;
  readonly nothing: string;
  readonly malformed: string;
  readonly offer: string;
  readonly outcome: Readonly<Record<Exclude<Outcome, "verified">, (path: string) => string>>;
  readonly conflict: (doc: string, conflict: Conflict, fix: string) => string;
  readonly moreConflicts: (count: number) => string;
  readonly moreClaims: (count: number) => string;
  readonly twice: (ids: string) => string;
  readonly sameQuote: (ids: string) => string;
  /** Without ids where it stands outside of the claims. */
  readonly repeats: (ids: string, rules: string) => string;
  readonly gap: (gap: Gap) => string;
  readonly files: string;
  readonly hidden: string;
}

const EN: AnswerWords = {
  verified: (count, all, unchecked) =>
    count === all
      ? `verified ${count}/${all}`
      : `verified ${count}/${all}, ${unchecked === 0 ? "" : `${unchecked} not checked, `}do not rely on the rest`,
  nothing: "no claims to verify",
  malformed:
    "memory-reader's answer has no evidence list. Next: ask it again for the YAML block (user_question, evidence with path and quote, conflicts, open_questions), or read the docs yourself.",
  offer: "tell the user of the conflict and offer to mend the doc",
  outcome: {
    "text-not-found": (path) => `text not found in ${path}`,
    "no-such-file": (path) => `no such file ${path}`,
    outside: (path) => `outside the project ${path} (do not use)`,
    secret: (path) => `secret file ${path} (do not use)`,
    "not-readable": (path) => `not readable ${path}`,
    "no-path": () => "no path",
    "no-quote": (path) => `no quote from ${path}`,
    "too-short": (path) => `quote from ${path} too short to prove anything`,
    denied: (path) => `quote leaves out the "not" before it in ${path}`,
    "too-large": (path) => `too large to check ${path}`,
    unchecked: (path) => `too many files, unchecked ${path}`,
  },
  conflict: (doc, { type, severity, trust_source: trust }, fix) =>
    `${severity ?? "a"} conflict${type ? ` (${type})` : ""}${doc && ` in ${doc}`}: ${trust === false ? "the memory is right; " : ""}${fix ? `“${fix}”` : "no fix given"}`,
  moreConflicts: (count) => `${count} more conflict${count === 1 ? "" : "s"}, see its answer`,
  moreClaims: (count) => `${count} more not verified`,
  twice: (ids) => `claim_id used twice: ${ids}`,
  sameQuote: (ids) => `one quote for all of ${ids}`,
  repeats: (ids, rules) =>
    `${ids || "the answer"}: repeats a secret (${rules}), do not write it into memory, tell the user to replace it`,
  gap(gap) {
    switch (gap.kind) {
      case "no-answer":
        return "no YAML block";
      case "no-key":
        return `no ${gap.key}`;
      case "no-field":
        return `${gap.item}: no ${gap.field}`;
      case "bad-value":
        return `${gap.item}: unknown ${gap.field}`;
      case "cut":
        return gap.after === undefined
          ? "cut off before the first whole claim: ask it again, shorter"
          : `cut off after ${gap.after}: ask it for the rest`;
      case "other-version":
        return `schema ${gap.version} instead of ${ANSWER_SCHEMA}`;
      case "too-many":
        return `${gap.list} too long, cut`;
    }
  },
  files: "files as of: ",
  hidden: "(hidden: a secret)",
};

const SEVERITY_ZH = { high: "高", medium: "中", low: "低" } as const;
const TYPE_ZH = { stale: "过时", inconsistent: "不一致", ambiguous: "含糊" } as const;

const ZH: AnswerWords = {
  verified: (count, all, unchecked) =>
    count === all
      ? `已核实 ${count}/${all}`
      : `已核实 ${count}/${all}，${unchecked === 0 ? "" : `${unchecked} 条未核对，`}其余不可采信`,
  nothing: "没有可核实的论断",
  malformed:
    "memory-reader 的回答没有 evidence 列表。下一步：让它重新给出 YAML 块（user_question、带 path 和 quote 的 evidence、conflicts、open_questions），或自己读文档。",
  offer: "把冲突告诉用户，并提议修正文档",
  outcome: {
    "text-not-found": (path) => `${path} 中没有这段文字`,
    "no-such-file": (path) => `没有文件 ${path}`,
    outside: (path) => `在项目之外 ${path}（勿用）`,
    secret: (path) => `敏感文件 ${path}（勿用）`,
    "not-readable": (path) => `无法读取 ${path}`,
    "no-path": () => "没有 path",
    "no-quote": (path) => `没有 ${path} 的引文`,
    "too-short": (path) => `${path} 的引文太短，不足为证`,
    denied: (path) => `引文漏掉了 ${path} 中它前面的否定词`,
    "too-large": (path) => `文件太大，未核对 ${path}`,
    unchecked: (path) => `文件太多，未核对 ${path}`,
  },
  conflict: (doc, { type, severity, trust_source: trust }, fix) =>
    `冲突${severity ? `（${SEVERITY_ZH[severity]}${type ? `，${TYPE_ZH[type]}` : ""}）` : ""}${doc && ` ${doc}`}：${trust === false ? "以记忆为准；" : ""}${fix ? `“${fix}”` : "未给出修正"}`,
  moreConflicts: (count) => `另有 ${count} 处冲突，见其回答`,
  moreClaims: (count) => `另有 ${count} 条未核实`,
  twice: (ids) => `claim_id 重复：${ids}`,
  sameQuote: (ids) => `${ids} 都只用同一段引文`,
  repeats: (ids, rules) =>
    `${ids || "回答"}：重复了敏感数据（${rules}），不要写入记忆，请用户更换它`,
  gap(gap) {
    switch (gap.kind) {
      case "no-answer":
        return "没有 YAML 块";
      case "no-key":
        return `缺 ${gap.key}`;
      case "no-field":
        return `${gap.item}：缺 ${gap.field}`;
      case "bad-value":
        return `${gap.item}：${gap.field} 的值无效`;
      case "cut":
        return gap.after === undefined
          ? "在第一条完整论断之前中断：请让它更简短地重答"
          : `在 ${gap.after} 之后中断：请让它补全`;
      case "other-version":
        return `schema 是 ${gap.version}，应为 ${ANSWER_SCHEMA}`;
      case "too-many":
        return `${gap.list} 太长，已截断`;
    }
  },
  files: "文件日期：",
  hidden: "（已隐藏：敏感数据）",
};

export const ANSWER_WORDS: Readonly<Record<Language, AnswerWords>> = { en: EN, zh: ZH };
