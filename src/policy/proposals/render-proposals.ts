import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import { shownPath } from "../../bank/shown-path.ts";
import type { Docs, Grant } from "../../proposal-types.ts";
import type { HostWords, Language, NamedBank, WriterMode } from "../../types.ts";
import { REMINDER } from "./advance-proposals.ts";

const WORDS = {
  en: {
    question: "💾 Save this to the Memory Bank?",
    form: "{point 1}; {point 2}",
    content: "Content: ",
    confirmed: "The user has confirmed this save:",
    report: ["[Memory Bank written]", "", "Done:"],
    created: "Created",
    updated: "Updated",
    status: "Status: success",
  },
  zh: {
    question: "💾 要把这次的发现写入 Memory Bank 吗？",
    form: "{要点1}；{要点2}",
    content: "内容：",
    confirmed: "用户已确认写入：",
    report: ["[Memory Bank 写入完成]", "", "已执行："],
    created: "创建",
    updated: "更新",
    status: "状态：成功",
  },
} as const;

/** The lines of an offer, as `findOffer` reads them. Without content it is the form to fill in. */
export function renderOffer(docs: readonly string[], language: Language, content?: string) {
  const words = WORDS[language];
  const lines = [...docs, words.content + (content ?? words.form)];
  return [words.question, ...lines.map((line) => `   → ${line}`)];
}

/** Told once in a turn that changed much. It claims nothing about the turn. At most 400 characters, on one line. */
export function renderReminder(language: Language): string {
  const form = (doc: string) => renderOffer([doc], language).join(" ").replaceAll(/ +/g, " ");
  return {
    en: `[Memory Bank] If this task settled something worth keeping, offer once to save it: end your last message with (each → on its own line) ${form("{target doc}")}, and wait for the answer. Otherwise say nothing about it. (reminder: ${REMINDER})`,
    zh: `[Memory Bank] 如果这次任务确定了值得保留的内容，就提议保存一次：在最后一条回复的末尾写（每个 → 另起一行）${form("{目标文档}")}，并等用户回答。否则不必提起。(reminder: ${REMINDER})`,
  }[language];
}

/** The block that tells the model what exactly the user has said yes to, until it is written. */
export function renderConfirmed(
  { open, content = "" }: Grant,
  { name, language }: NamedBank,
  writer: WriterMode,
  words: HostWords,
): string {
  const say = WORDS[language];
  const call = fillIn(words.delegate, { agent: BANK_WRITER });
  const by = {
    en: writer === "subagent" ? `through ${call}` : "directly",
    zh: writer === "subagent" ? `交给 ${call} ` : "直接",
  }[language];
  const addresses = addressesOf(open, name);
  const lines = [...addresses, ...(content === "" ? [] : [say.content + content])];
  return [
    "<memory-bank-confirmed>",
    say.confirmed,
    ...lines.map((line) => `→ ${line.replaceAll("<", "&lt;")}`),
    {
      en: `Write it now, before anything else, ${by}, and no more than this. Show what changed, and report what was really done like this:`,
      zh: `现在先${by}写入，只写这些。写完展示改动，并按实际结果这样报告：`,
    }[language],
    ...say.report,
    ...addresses.map((address) => `- ${say.updated}: ${address}`),
    "",
    say.status,
    "</memory-bank-confirmed>",
  ].join("\n");
}

/** Docs as paths from the project's folder. An offer may have named them so. */
function addressesOf(docs: Docs, name: string): readonly string[] {
  if (docs === "any") return [`${name}/`];
  return docs.map((doc) => (doc.includes(`${name}/`) ? doc : shownPath(name, doc)));
}

export interface WrittenReportItem {
  readonly doc: string;
  readonly isNew: boolean;
  /** Headings of the sections that changed. */
  readonly sections: readonly string[];
}

/** The line of the report for a doc that was written. */
export function renderReportItem(
  { doc, isNew, sections }: WrittenReportItem,
  { name, language }: NamedBank,
): string {
  const { created, updated } = WORDS[language];
  const where = sections.length === 0 ? "" : ` (${sections.join(", ")})`;
  return `- ${isNew ? created : updated}: ${shownPath(name, doc)}${where}`;
}
