import { fillIn } from "../../bank/fill-in.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import { shownPath } from "../../bank/doc-paths.ts";
import type { Grant } from "../../proposal-types.ts";
import type { HostWords, Language, NamedBank, Text, WriterMode } from "../../types.ts";
import { REMINDER } from "./advance-proposals.ts";

const QUESTION: Text = {
  en: "💾 Save this to the Memory Bank?",
  zh: "💾 要把这次的发现写入 Memory Bank 吗？",
};
const POINTS: Text = { en: "{point 1}; {point 2}", zh: "{要点1}；{要点2}" };
const CONTENT: Text = { en: "Content: ", zh: "内容：" };
const CREATED: Text = { en: "Created", zh: "创建" };
const UPDATED: Text = { en: "Updated", zh: "更新" };

/** The form of an offer, as `findOffer` reads it once it is filled in. */
export function renderOffer(docs: readonly string[], language: Language): string {
  const content = CONTENT[language] + POINTS[language];
  return [QUESTION[language], ...docs, content].join("\n   → ");
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
  const call = fillIn(words.delegate, { agent: BANK_WRITER });
  const [by, byChinese] =
    writer === "subagent" ? [`through ${call}`, `交给 ${call} `] : ["directly", "直接"];
  // An offer may have named a doc from the project's folder already.
  const shown = (doc: string) => (doc.includes(`${name}/`) ? doc : shownPath(name, doc));
  const docs = open === "any" ? [`${name}/`] : open.map(shown);
  const done = docs.map((doc) => `- ${UPDATED[language]}: ${doc}`).join("\n");
  const lines = content === "" ? docs : [...docs, CONTENT[language] + content];
  return [
    "<memory-bank-confirmed>",
    { en: "The user has confirmed this save:", zh: "用户已确认写入：" }[language],
    ...lines.map((line) => `→ ${line.replaceAll("<", "&lt;")}`),
    {
      en: `Write it now, before anything else, ${by}, and no more than this. Show what changed, and report what was really done like this:\n[Memory Bank written]\n\nDone:\n${done}\n\nStatus: success`,
      zh: `现在先${byChinese}写入，只写这些。写完展示改动，并按实际结果这样报告：\n[Memory Bank 写入完成]\n\n已执行：\n${done}\n\n状态：成功`,
    }[language],
    "</memory-bank-confirmed>",
  ].join("\n");
}

/** The line of the report for a doc that was written, with the headings of the sections that changed. */
export function renderReportItem(
  doc: string,
  isNew: boolean,
  sections: readonly string[],
  { name, language }: NamedBank,
): string {
  const where = sections.length === 0 ? "" : ` (${sections.join(", ")})`;
  return `- ${(isNew ? CREATED : UPDATED)[language]}: ${shownPath(name, doc)}${where}`;
}
