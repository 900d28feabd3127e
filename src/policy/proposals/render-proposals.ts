import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import { shownPath } from "../../bank/doc-paths.ts";
import type { Docs, Grant } from "../../proposal-types.ts";
import type { HostWords, Language, NamedBank, WriterMode } from "../../types.ts";
import { REMINDER } from "./advance-proposals.ts";

const WORDS = {
  en: {
    question: "💾 Save this to the Memory Bank?",
    form: "{point 1}; {point 2}",
    content: "Content: ",
    confirmed: "The user has confirmed this save:",
    report: "[Memory Bank written]\n\nDone:\n{done}\n\nStatus: success",
    created: "Created",
    updated: "Updated",
  },
  zh: {
    question: "💾 要把这次的发现写入 Memory Bank 吗？",
    form: "{要点1}；{要点2}",
    content: "内容：",
    confirmed: "用户已确认写入：",
    report: "[Memory Bank 写入完成]\n\n已执行：\n{done}\n\n状态：成功",
    created: "创建",
    updated: "更新",
  },
} as const;

/** The form of an offer, as `findOffer` reads it once it is filled in. */
export function renderOffer(docs: readonly string[], language: Language): string {
  const { question, content, form } = WORDS[language];
  return [question, ...docs, content + form].join("\n   → ");
}

/** Told once in a turn that changed much; says nothing about what the turn did. At most 400 characters, on one line. */
export function renderReminder(language: Language): string {
  const form = (doc: string) => renderOffer([doc], language).replaceAll(/\s+/g, " ");
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
  const [by, byChinese] =
    writer === "subagent" ? [`through ${call}`, `交给 ${call} `] : ["directly", "直接"];
  const docs = addressesOf(open, name);
  const lines = content === "" ? docs : [...docs, say.content + content];
  return [
    "<memory-bank-confirmed>",
    say.confirmed,
    ...lines.map((line) => `→ ${line.replaceAll("<", "&lt;")}`),
    {
      en: `Write it now, before anything else, ${by}, and no more than this. Show what changed, and report what was really done like this:`,
      zh: `现在先${byChinese}写入，只写这些。写完展示改动，并按实际结果这样报告：`,
    }[language],
    fillIn(say.report, { done: docs.map((doc) => `- ${say.updated}: ${doc}`).join("\n") }),
    "</memory-bank-confirmed>",
  ].join("\n");
}

/** Docs as paths from the project's folder. An offer may have named them that way already. */
function addressesOf(docs: Docs, name: string): readonly string[] {
  if (docs === "any") return [`${name}/`];
  return docs.map((doc) => (doc.includes(`${name}/`) ? doc : shownPath(name, doc)));
}

/** The line of the report for a doc that was written, with the headings of the sections that changed. */
export function renderReportItem(
  doc: string,
  isNew: boolean,
  sections: readonly string[],
  { name, language }: NamedBank,
): string {
  const { created, updated } = WORDS[language];
  const where = sections.length === 0 ? "" : ` (${sections.join(", ")})`;
  return `- ${isNew ? created : updated}: ${shownPath(name, doc)}${where}`;
}
