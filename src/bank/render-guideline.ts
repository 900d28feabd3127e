import type { Language, Text } from "../types.ts";
import { ENTRY } from "./layout.ts";
import { type Role, roleOf } from "./roles.ts";

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
  const { language, similar, indexRow } = input;
  const report = input.report.join(" ");
  const written = { en: "Written; report it as: ", zh: "已写入，报告为：" }[language];
  const head = `[Memory Bank] ${written}${report} (+${input.added} −${input.removed}`;
  const line = shorten(input.firstAdded);
  const parts = [
    { text: line === "" ? ")" : `: ${line})`, without: ")" },
    {
      text: { en: ". This doc expects: ", zh: "。要求：" }[language] + ruleOf(input)[language],
      without: ".",
    },
    {
      text:
        similar.length === 0
          ? ""
          : {
              en: ` Similar: ${similar.join(", ")}; if it repeats one, merge into that.`,
              zh: ` 内容相近：${similar.join("、")}；如重复，合并到其中。`,
            }[language],
      without: "",
    },
    {
      text:
        indexRow === undefined
          ? ""
          : {
              en: ` Add to index.md beside it: ${indexRow}`,
              zh: ` 在同目录 index.md 加一行：${indexRow}`,
            }[language],
      without: "",
    },
  ];
  const tail = ` (guideline: ${input.doc})`;
  const keep = parts.map(() => true);
  const render = () =>
    `${head}${parts.map(({ text, without }, index) => (keep[index] ? text : without)).join("")}`;
  for (const index of LEAST_IMPORTANT_FIRST) {
    if (render().length + tail.length <= LONGEST) break;
    keep[index] = false;
  }
  return `${render().slice(0, LONGEST - tail.length)}${tail}`;
}

/** Preview, index row, rules, similar docs: in this order they are left out. */
const LEAST_IMPORTANT_FIRST = [0, 3, 1, 2];

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

function shorten(line: string): string {
  const text = line.trim().replaceAll(/\s+/g, " ");
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1)}…`;
}
