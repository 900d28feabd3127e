import { ENTRY } from "../bank/layout.ts";
import type { CheckInput } from "./check-input.ts";
import { type CheckedBank, openCheckedBank } from "./checked-bank.ts";
import type { Fault, Finding } from "./finding.ts";
import { blockMarkers } from "./rules/block-markers.ts";
import { copiedText } from "./rules/copied-text.ts";
import { deadLinks } from "./rules/dead-links.ts";
import { deadPointers } from "./rules/dead-pointers.ts";
import { deadRoutes } from "./rules/dead-routes.ts";
import { entryBudget } from "./rules/entry-budget.ts";
import { indexRows } from "./rules/index-rows.ts";
import { missingEntry } from "./rules/missing-entry.ts";
import { openFences } from "./rules/open-fences.ts";
import { orphanDocs } from "./rules/orphan-docs.ts";
import { readableDocs } from "./rules/readable-docs.ts";
import { requirementNumbers } from "./rules/requirement-numbers.ts";
import { secrets } from "./rules/secrets.ts";
import { staleFocus } from "./rules/stale-focus.ts";
import { stalePaths } from "./rules/stale-paths.ts";
import { templateVersion } from "./rules/template-version.ts";
import { unfinishedMerge } from "./rules/unfinished-merge.ts";

/** Findings at one place are reported in this order. */
const RULES: Readonly<Record<string, (bank: CheckedBank) => Fault[]>> = {
  "missing-entry": missingEntry,
  "readable-docs": readableDocs,
  "unfinished-merge": unfinishedMerge,
  "open-fences": openFences,
  "block-markers": blockMarkers,
  "template-version": templateVersion,
  "entry-budget": entryBudget,
  "dead-pointers": deadPointers,
  "copied-text": copiedText,
  "dead-routes": deadRoutes,
  "dead-links": deadLinks,
  "index-rows": indexRows,
  "orphan-docs": orphanDocs,
  "stale-paths": stalePaths,
  "stale-focus": staleFocus,
  "requirement-numbers": requirementNumbers,
  secrets,
};

export const CHECK_RULES = Object.keys(RULES);

/** Everything that is wrong with a bank: the entry first, then by path and line. */
export function checkBank(input: CheckInput): Finding[] {
  const bank = openCheckedBank(input);
  const found = Object.entries(RULES).flatMap(([rule, find]) =>
    find(bank).map(({ message, fix, ...fault }) => ({
      rule,
      ...fault,
      message: message[input.language],
      fix: fix[input.language],
    })),
  );
  // A pointer that cannot be followed is also a dead link: it is reported once.
  const lineOf = ({ path, line }: Finding) => `${path}:${line}`;
  const pointers = new Set(found.filter(({ rule }) => rule === "dead-pointers").map(lineOf));
  const told = found.filter((each) => each.rule !== "dead-links" || !pointers.has(lineOf(each)));
  return told.toSorted(
    (a, b) =>
      compare(rankOf(a.path), rankOf(b.path)) ||
      a.line - b.line ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** By code units, not by the locale, so that the order is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rankOf(path: string): string {
  return path === ENTRY ? "" : path;
}
