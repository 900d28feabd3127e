import { renderContext } from "../../bank/render-context.ts";
import { splitStretches } from "../../bank/sections.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Sections of the entry that do not fit into the budget are left out of the prompt. */
export function entryBudget({ entry, input }: CheckedBank): Fault[] {
  if (entry === undefined) return [];
  const { leftOut } = renderContext({
    ...input.prompt,
    language: input.language,
    entry: entry.text,
  });
  if (leftOut.length === 0) return [];
  const { maxChars } = input.prompt;
  const headings = leftOut.filter((heading) => heading !== "");
  const first = splitStretches(entry.text).find(({ heading }) => heading === headings[0]);
  const named = headings.map((heading) => `"${heading}"`).join(", ");
  return [
    {
      level: "warning",
      ...entry.placeOf(first?.from ?? 0),
      message: {
        en: `the entry is over the budget of ${maxChars} characters; not all of it is in the prompt: ${named || "some text"} left out`,
        zh: `入口超出 ${maxChars} 个字符的预算，提示中不完整：缺少 ${named || "部分文本"}`,
      },
      fix: {
        en: "move details into other docs of the bank and leave a pointer",
        zh: "把细节移到记忆库的其他文档，只留指引",
      },
    },
  ];
}
