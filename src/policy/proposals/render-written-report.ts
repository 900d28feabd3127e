import { shownPath } from "../../bank/shown-path.ts";
import type { NamedBank } from "../../types.ts";

export interface WrittenReportItem {
  readonly doc: string;
  readonly isNew: boolean;
  /** Headings of the sections that changed. */
  readonly sections?: readonly string[] | undefined;
}

/** One line for each doc. */
export function renderReportItems(
  docs: readonly WrittenReportItem[],
  { name, language }: NamedBank,
): string[] {
  const { created, updated, comma } = WORDS[language];
  return docs.map(({ doc, isNew, sections = [] }) => {
    const where = sections.length === 0 ? "" : ` (${sections.join(comma)})`;
    return `- ${isNew ? created : updated}: ${shownPath(name, doc)}${where}`;
  });
}

/** The report of a save, from what really changed. */
export function renderWrittenReport(docs: readonly WrittenReportItem[], bank: NamedBank): string {
  const { title, done, nothing, status } = WORDS[bank.language];
  const lines = docs.length > 0 ? renderReportItems(docs, bank) : [nothing];
  return [title, "", done, ...lines, "", status].join("\n");
}

const WORDS = {
  en: {
    created: "Created",
    updated: "Updated",
    comma: ", ",
    title: "[Memory Bank written]",
    done: "Done:",
    nothing: "- nothing",
    status: "Status: success",
  },
  zh: {
    created: "创建",
    updated: "更新",
    comma: "、",
    title: "[Memory Bank 写入完成]",
    done: "已执行：",
    nothing: "- 无",
    status: "状态：成功",
  },
} as const;
