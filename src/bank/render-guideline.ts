import type { Language, Text } from "../types.ts";
import { ENTRY } from "./layout.ts";
import { type Role, roleOf } from "./roles.ts";

export interface GuidelineInput {
  /** Path inside the bank. */
  readonly doc: string;
  /** The lines that tell the user of the write, for every doc of the call. */
  readonly report: readonly string[];
  /** Docs in the same folder as a new doc that may say the same, as the agent's tools take their paths. */
  readonly similar: readonly string[];
  /** The row that the folder's index lacks. */
  readonly indexRow: string | undefined;
  readonly language: Language;
}

const LONGEST = 400;

/** The writing guideline: what the target asks for, and what to do beside it, as far as there is room. */
export function renderGuideline(input: GuidelineInput): string {
  const { doc, report, similar, indexRow, language } = input;
  const tail = ` (guideline: ${doc})`;
  const rule = RULES[kindOf(doc)];
  const parts: Text[] = [
    { en: ` This doc expects: ${rule.en}`, zh: `要求：${rule.zh}` },
    ...(similar.length === 0
      ? []
      : [
          {
            en: ` Similar: ${similar.join(", ")}; if it repeats one, merge into that.`,
            zh: ` 名称相近：${similar.join("、")}；如内容重复，合并到其中。`,
          },
        ]),
    ...(indexRow === undefined
      ? []
      : [
          {
            en: ` Add to index.md beside it: ${indexRow}`,
            zh: ` 在同目录 index.md 加一行：${indexRow}`,
          },
        ]),
  ];
  const words = report.join(" ");
  const written = {
    en: `[Memory Bank] Written; report it as: ${words}.`,
    zh: `[Memory Bank] 已写入，报告为：${words}。`,
  }[language];
  let text = written.slice(0, LONGEST - tail.length);
  for (const part of parts) {
    if (text.length + part[language].length + tail.length <= LONGEST) text += part[language];
  }
  return text + tail;
}

type Kind = Role | "entry" | "index" | "other";

function kindOf(doc: string): Kind {
  if (doc === ENTRY) return "entry";
  if (doc.endsWith("/index.md")) return "index";
  return roleOf(doc) ?? "other";
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
    en: "one requirement, in REQ-NNN-slug.md: goal, acceptance criteria, status.",
    zh: "一篇一个需求，文件名 REQ-NNN-slug.md：目标、验收标准、状态。",
  },
  designs: {
    en: "the decision, what was rejected and why, paths in the code.",
    zh: "决策、被否决的方案及理由、代码路径。",
  },
  lessons: {
    en: "one lesson, in YYYY-MM-DD-slug.md: symptom, cause, fix, how to notice it earlier.",
    zh: "一篇一条经验，文件名 YYYY-MM-DD-slug.md：现象、原因、修复、如何更早发现。",
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
