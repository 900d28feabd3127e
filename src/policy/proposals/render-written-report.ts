import { BANK_FOLDER } from "../../bank/layout.ts";
import type { Language } from "../../types.ts";

export interface WrittenReportItem {
  readonly doc: string;
  readonly isNew: boolean;
  /** Headings of the sections that changed. */
  readonly sections?: readonly string[] | undefined;
}

/** One line for each doc. */
export function renderReportItems(
  docs: readonly WrittenReportItem[],
  language: Language,
): string[] {
  const zh = language === "zh";
  return docs.map(({ doc, isNew, sections = [] }) => {
    const verb = isNew ? (zh ? "创建" : "Created") : zh ? "更新" : "Updated";
    const where = sections.length === 0 ? "" : ` (${sections.join(zh ? "、" : ", ")})`;
    return `- ${verb}: ${BANK_FOLDER}/${doc}${where}`;
  });
}

/** The report of a save, from what really changed. */
export function renderWrittenReport(
  docs: readonly WrittenReportItem[],
  language: Language,
): string {
  const zh = language === "zh";
  const lines = renderReportItems(docs, language);
  const none = zh ? "- 无" : "- nothing";
  return zh
    ? [
        "[Memory Bank 写入完成]",
        "",
        "已执行：",
        ...(lines.length > 0 ? lines : [none]),
        "",
        "状态：成功",
      ].join("\n")
    : [
        "[Memory Bank written]",
        "",
        "Done:",
        ...(lines.length > 0 ? lines : [none]),
        "",
        "Status: success",
      ].join("\n");
}
