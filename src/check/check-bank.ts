import { ENTRY } from "../bank/layout.ts";
import type { CheckInput } from "./check-input.ts";
import type { CheckRule } from "./check-rule.ts";
import { openCheckedBank } from "./checked-bank.ts";
import type { Finding } from "./finding.ts";
import { blankConventions } from "./rules/blank-conventions.ts";
import { blockMarkers } from "./rules/block-markers.ts";
import { conflictMarkers } from "./rules/conflict-markers.ts";
import { deadAnchors } from "./rules/dead-anchors.ts";
import { deadAnswers } from "./rules/dead-answers.ts";
import { deadLinks } from "./rules/dead-links.ts";
import { deadRoutes } from "./rules/dead-routes.ts";
import { decisionTable } from "./rules/decision-table.ts";
import { docNames } from "./rules/doc-names.ts";
import { doubledSections } from "./rules/doubled-sections.ts";
import { duplicateDocs } from "./rules/duplicate-docs.ts";
import { entryBudget } from "./rules/entry-budget.ts";
import { entrySections } from "./rules/entry-sections.ts";
import { indexRows } from "./rules/index-rows.ts";
import { missingEntry } from "./rules/missing-entry.ts";
import { missingIndex } from "./rules/missing-index.ts";
import { oldFiles } from "./rules/old-files.ts";
import { onlyDocs } from "./rules/only-docs.ts";
import { openFences } from "./rules/open-fences.ts";
import { orphanDocs } from "./rules/orphan-docs.ts";
import { quickAnswers } from "./rules/quick-answers.ts";
import { readableDocs } from "./rules/readable-docs.ts";
import { requirementNumbers } from "./rules/requirement-numbers.ts";
import { secrets } from "./rules/secrets.ts";
import { shortRows } from "./rules/short-rows.ts";
import { staleCommands } from "./rules/stale-commands.ts";
import { staleFocus } from "./rules/stale-focus.ts";
import { stalePaths } from "./rules/stale-paths.ts";
import { straySymlinks } from "./rules/stray-symlinks.ts";
import { templateVersion } from "./rules/template-version.ts";
import { unfinishedMerge } from "./rules/unfinished-merge.ts";
import { wideRoutes } from "./rules/wide-routes.ts";

/** In the order in which findings at one place are told. */
export const CHECK_RULES: readonly CheckRule[] = [
  missingEntry,
  readableDocs,
  onlyDocs,
  straySymlinks,
  unfinishedMerge,
  conflictMarkers,
  openFences,
  blockMarkers,
  templateVersion,
  entrySections,
  doubledSections,
  shortRows,
  entryBudget,
  oldFiles,
  deadRoutes,
  wideRoutes,
  deadAnswers,
  quickAnswers,
  decisionTable,
  staleFocus,
  blankConventions,
  deadLinks,
  deadAnchors,
  missingIndex,
  indexRows,
  orphanDocs,
  stalePaths,
  staleCommands,
  secrets,
  duplicateDocs,
  requirementNumbers,
  docNames,
];

/** Everything that is wrong with a bank, or could be better: the entry first, then by path and line. */
export function checkBank(input: CheckInput): Finding[] {
  const bank = openCheckedBank(input);
  return CHECK_RULES.flatMap(({ name, find }) =>
    find(bank).map(({ message, fix, ...fault }) => ({
      rule: name,
      ...fault,
      message: message[input.language],
      fix: fix[input.language],
    })),
  ).toSorted(
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
