import { setSectionBody } from "../bank/edit.ts";
import { ENTRY, SECTION } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { findPointers } from "../bank/live-links.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import { isTemplateLine } from "../bank/templates/template-lines.ts";
import type { Operation, Text } from "../types.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput } from "./plan-input.ts";
import { type Leftover, planLegacy } from "./plan-legacy.ts";
import { withPointers } from "./pointers.ts";

/** A line that 0.2.0 wrote into each of these sections when it adopted a bank. */
const COPIED = {
  [SECTION.snapshot]: /^- (?:Stack: |技术栈：)/m,
  [SECTION.focus]: /^(?:Last updated: |最近更新：)\d{4}-\d{2}-\d{2}/m,
};

const REASON: Text = {
  en: "snapshot and focus point to the docs that they were copied from",
  zh: "摘要与焦点改为指向其来源文档",
};
const NOTE: Text = {
  en: "Version 0.2.0 copied the snapshot and the focus into MEMORY.md, where they go stale. This plan puts links in their place and moves the old text to legacy.md. To keep the copies, run `memory-bank refresh --keep-copies`.",
  zh: "0.2.0 版把摘要与焦点复制进了 MEMORY.md，内容会过时。本计划改为链接，旧文移到 legacy.md。要保留副本，请运行 `memory-bank refresh --keep-copies`。",
};

/** Pointers in place of what 0.2.0 copied out of another tool's docs. */
export function planCopies(input: PlanInput): {
  readonly operations: readonly Operation[];
  readonly notes: readonly string[];
} {
  const { bank, language } = input;
  const before = bank.read(ENTRY) ?? "";
  const none = { operations: [], notes: [] };
  if (input.keepsCopies === true || layoutOf(bank.paths) === undefined) return none;
  const pointed = new Set<string>(findPointers(before).map(({ section }) => section));
  const copied = Object.entries(COPIED).filter(
    ([section, line]) => !pointed.has(section) && line.test(bodyOf(before, section) ?? ""),
  );
  const wanted = withPointers(before, input);
  const replaced = copied.flatMap(([section]) => {
    const body = bodyOf(wanted, section);
    return body === undefined || body === bodyOf(before, section) ? [] : [{ section, body }];
  });
  if (replaced.length === 0) return none;
  const text = replaced.reduce(
    (entry, { section, body }) => setSectionBody(entry, section, body),
    before,
  );
  const leftover = replaced.flatMap(({ section }): Leftover[] => {
    const body = bodyOf(before, section) ?? "";
    if (body.split(/\r?\n/).every(isTemplateLine)) return [];
    return [{ heading: `${section}, ${input.today}`, text: body }];
  });
  return {
    operations: [
      ...planEdit(bank, ENTRY, text, REASON[language]),
      ...planLegacy(input, leftover, "\n", (path) => path),
    ],
    notes: [NOTE[language]],
  };
}

function bodyOf(entry: string, heading: string): string | undefined {
  const section = findSection(parseDoc(entry), heading);
  return section === undefined ? undefined : entry.slice(section.bodyFrom, section.to).trim();
}
