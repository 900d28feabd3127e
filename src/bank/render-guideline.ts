import type { Language, Text } from "../types.ts";
import { ENTRY } from "./layout.ts";
import { type Role, roleOf } from "./roles.ts";
import { cutEnd } from "./shorten.ts";

export interface GuidelineInput {
  /** Path inside the bank. */
  readonly doc: string;
  readonly isNew: boolean;
  /** How the user is told of it, for every doc of the call. */
  readonly report: readonly string[];
  /** Lines that came and went, and the first that came. */
  readonly added: number;
  readonly removed: number;
  readonly firstAdded: string;
  /** Docs that may say the same, as the agent's tools take them; asked for when the doc is new. */
  readonly similar: readonly string[];
  /** The row that the folder's index lacks. */
  readonly indexRow: string | undefined;
  readonly language: Language;
}

const LONGEST = 400;
const LONGEST_LINE = 60;

/** The writing guideline: what the target asks for, and what to do beside it. The least important goes first when room is short. */
export function renderGuideline(input: GuidelineInput): string {
  const { doc, added, removed, firstAdded, similar, indexRow, language } = input;
  const written = { en: "Written; report it as: ", zh: "已写入，报告为：" }[language];
  const head = `[Memory Bank] ${written}${input.report.join(" ")} (+${added} −${removed}`;
  const close = { en: ").", zh: ")。" }[language];
  const tail = ` (guideline: ${doc})`;
  let room = LONGEST - head.length - close.length - tail.length;
  const ifItFits = (text: string) => {
    if (text.length > room) return "";
    room -= text.length;
    return text;
  };
  const similarDocs = ifItFits(similar.length === 0 ? "" : similarText(similar)[language]);
  const expected = { en: " This doc expects: ", zh: "要求：" }[language];
  const rule = ifItFits(expected + ruleOf(input)[language]);
  const row = ifItFits(indexRow === undefined ? "" : rowText(indexRow)[language]);
  const line = cutEnd(firstAdded.trim().replaceAll(/\s+/g, " "), LONGEST_LINE);
  const preview = ifItFits(line === "" ? "" : `: ${line}`);
  const text = head + preview + close + rule + similarDocs + row;
  return text.slice(0, LONGEST - tail.length) + tail;
}

function similarText(similar: readonly string[]): Text {
  return {
    en: ` Similar: ${similar.join(", ")}; if it repeats one, merge into that.`,
    zh: ` 内容相近：${similar.join("、")}；如重复，合并到其中。`,
  };
}

function rowText(row: string): Text {
  return {
    en: ` Add to index.md beside it: ${row}`,
    zh: ` 在同目录 index.md 加一行：${row}`,
  };
}

type Kind = Role | "entry" | "index" | "other";

function ruleOf({ doc, isNew }: GuidelineInput): Text {
  const kind = kindOf(doc);
  return (isNew ? misnamed(kind, doc) : undefined) ?? RULES[kind];
}

function kindOf(doc: string): Kind {
  if (doc === ENTRY) return "entry";
  if (doc.endsWith("/index.md")) return "index";
  return roleOf(doc) ?? "other";
}

function misnamed(kind: Kind, doc: string): Text | undefined {
  if (!doc.startsWith("details/")) return undefined;
  const name = doc.split("/").at(-1) ?? "";
  if (kind === "requirements" && !/^REQ-\d{3,}-.+\.md$/.test(name)) {
    return {
      en: "the name REQ-NNN-slug.md, so that it can be cited.",
      zh: "文件名用 REQ-NNN-slug.md，便于引用。",
    };
  }
  if (kind === "lessons" && !/^\d{4}-\d{2}-\d{2}-.+\.md$/.test(name)) {
    return {
      en: "the name YYYY-MM-DD-slug.md, so that its age shows.",
      zh: "文件名用 YYYY-MM-DD-slug.md，便于看出时间。",
    };
  }
  return undefined;
}

const RULES: Readonly<Record<Kind, Text>> = {
  entry: {
    en: "conclusion, boundary, pointer; details belong under details/; 20 highlights and 8 quick answers at most.",
    zh: "结论、边界、指针；细节放 details/；要点不超过 20 行，速答不超过 8 条。",
  },
  conventions: {
    en: "one convention per item, with its reason and a path that shows it.",
    zh: "每条一个约定，写明理由和示例路径。",
  },
  stack: {
    en: "facts that a file or a command of the project proves; name it.",
    zh: "只写项目文件或命令能证明的事实，并指明出处。",
  },
  progress: {
    en: "dated items under done, in progress, remaining; keep Current Focus in MEMORY.md in step.",
    zh: "按已完成、进行中、剩余记录并注明日期；同步 MEMORY.md 的 Current Focus。",
  },
  requirements: {
    en: "one requirement: goal, acceptance criteria, status.",
    zh: "一篇一个需求：目标、验收标准、状态。",
  },
  designs: {
    en: "the decision, what was rejected and why, paths in the code.",
    zh: "决策、被否决的方案及理由、代码路径。",
  },
  lessons: {
    en: "symptom, cause, fix, and how to notice it earlier.",
    zh: "现象、原因、修复、如何更早发现。",
  },
  focus: {
    en: "what is being worked on, what is next, what blocks, with the date; keep Current Focus in MEMORY.md in step.",
    zh: "正在做什么、下一步、阻塞项，并注明日期；同步 MEMORY.md 的 Current Focus。",
  },
  decisions: {
    en: "one decision per item: date, what holds, why; what still binds also as a row of MEMORY.md.",
    zh: "每条一个决策：日期、结论、理由；仍有约束力的在 MEMORY.md 加一行。",
  },
  index: {
    en: "one row per doc of this folder, path and one line.",
    zh: "本目录每篇文档一行：路径和一句话。",
  },
  other: {
    en: "conclusion first, then its boundary and pointers.",
    zh: "先写结论，再写边界和指针。",
  },
};
