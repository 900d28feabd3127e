import { setSectionBody } from "../bank/edit.ts";
import { ENTRY, SECTION } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { findPointers } from "../bank/live-links.ts";
import { bodyOf } from "../bank/parse.ts";
import { isBlankDoc } from "../bank/templates/template-lines.ts";
import type { Operation, Text } from "../types.ts";
import { planEdit } from "./plan-edit.ts";
import type { BankFiles, PlanInput } from "./plan-input.ts";
import { planLegacy } from "./plan-legacy.ts";
import { findSources, withPointers } from "./pointers.ts";

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

/** The sections of an adopted bank's entry that 0.2.0 copied out of its docs. */
export function findCopies(entry: string, bank: Pick<BankFiles, "paths" | "read">): string[] {
  if (layoutOf(bank.paths) === undefined) return [];
  const sources = findSources(bank);
  const pointed = new Set<string>(findPointers(entry).map(({ section }) => section));
  const copied = Object.entries(COPIED).filter(
    ([section, line]) => sources.has(section) && line.test(bodyOf(entry, section) ?? ""),
  );
  return copied.flatMap(([section]) => (pointed.has(section) ? [] : [section]));
}

/** Replaces text that 0.2.0 copied from another tool's docs with pointers. */
export function planCopies(input: PlanInput): {
  readonly operations: readonly Operation[];
  readonly notes: readonly string[];
} {
  const { bank, language } = input;
  const before = bank.read(ENTRY) ?? "";
  const wanted = withPointers(before, input);
  const replaced = findCopies(before, bank).filter(
    (section) => bodyOf(wanted, section) !== bodyOf(before, section),
  );
  if (input.keepsCopies === true || replaced.length === 0) return { operations: [], notes: [] };
  const text = replaced.reduce(
    (entry, section) => setSectionBody(entry, section, bodyOf(wanted, section) ?? ""),
    before,
  );
  const leftover = replaced
    .map((section) => ({
      heading: `${section}, ${input.today}`,
      text: bodyOf(before, section)?.trim() ?? "",
    }))
    .filter((old) => !isBlankDoc(old.text));
  return {
    operations: [
      ...planEdit(bank, ENTRY, text, REASON[language]),
      ...planLegacy(input, leftover, "\n"),
    ],
    notes: [NOTE[language]],
  };
}
