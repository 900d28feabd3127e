import { ENTRY, PATTERNS } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import { findCopies } from "../../plans/plan-copies.ts";
import type { Text } from "../../types.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** A rule as version 0.2.0 copied it from a rule file: `- Pin dependencies. (CONTRIBUTING.md, Rules)`. */
const COPIED_RULE =
  /^- .{1,2000} \(((?:[\w./-]{1,100}\/)?(?:CONTRIBUTING|AGENTS|CLAUDE|GEMINI|README)(?:\.\w{1,5})*\.md|\.(?:cursor|cline|ai)[\w./-]{0,100})(?:, [^()]{1,200})?\)$/gm;

const FIX: Text = {
  en: "`memory-bank refresh` offers a link in its place, which is always current",
  zh: "`memory-bank refresh` 会提议改为链接，内容始终是最新的",
};

/** A copy goes stale: reports copied text that could be a link. */
export function copiedText({ entry, docAt, files }: CheckedBank): Fault[] {
  const paths = files.map(({ path }) => path);
  const copies = findCopies(entry?.text ?? "", { paths, read: (path) => docAt(path)?.text });
  const faults = copies.map((name): Fault => ({
    level: "note",
    path: ENTRY,
    line: 1,
    ...entry?.placeOf(findSection(entry.doc, name)?.from ?? 0),
    message: {
      en: `"${name}" is a copy that version 0.2.0 made of another doc`,
      zh: `“${name}”是 0.2.0 版从其他文档复制的副本`,
    },
    fix: FIX,
  }));
  const patterns = docAt(PATTERNS);
  const copied = [...(patterns?.text ?? "").replaceAll("\r", " ").matchAll(COPIED_RULE)];
  const [first] = copied;
  if (patterns === undefined || first === undefined) return faults;
  return [
    ...faults,
    {
      level: "note",
      ...patterns.placeOf(first.index),
      message: {
        en: `version 0.2.0 copied ${copied.length} rules from ${first[1]}, which may say more or otherwise by now`,
        zh: `0.2.0 版从 ${first[1]} 复制了 ${copied.length} 条规则，原文可能已有不同`,
      },
      fix: FIX,
    },
  ];
}
