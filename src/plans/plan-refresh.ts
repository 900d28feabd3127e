import type { Operation, Text } from "../types.ts";
import { DETAILS, ENTRY, PATTERNS } from "../bank/layout.ts";
import { bankAfter } from "./bank-after.ts";
import { planEdit } from "./plan-edit.ts";
import { planIndexes } from "./plan-indexes.ts";
import type { PlanInput } from "./plan-input.ts";
import { isAdopted, renderEntry } from "./plan-docs.ts";
import { filledDocs } from "./pointers.ts";
import { updateSnapshot } from "./snapshot.ts";
import { updateBinding } from "./update-binding.ts";
import { updateRoutes } from "./update-routes.ts";
import { updateTech } from "./update-tech.ts";

const ENTRY_ROWS: Text = { en: "routes, snapshot and links", zh: "路由、摘要与链接" };
const TECH_ROWS: Text = { en: "rows of stack and commands", zh: "技术栈与命令的行" };
const LINKS: Text = { en: "links to the project's own rules", zh: "项目自身规则的链接" };

/**
 * Updates what was generated and nobody has edited. In an adopted bank, and in an upgrade, only the entry
 * is changed.
 */
export function planRefresh(input: PlanInput, isUpgrade = false): Operation[] {
  const { bank, language } = input;
  const isEntryOnly = isUpgrade || isAdopted(bank);
  const indexes = isEntryOnly ? [] : planIndexes(input);
  const before = bank.read(ENTRY) ?? "";
  const { paths } = bankAfter(bank, indexes);
  const described = updateSnapshot(before, (spoken) =>
    renderEntry({ ...input, language: spoken }, []),
  );
  const text = updateRoutes(described, paths, input, filledDocs(bank));
  const isEntryBinding = isEntryOnly || !bank.paths.includes(PATTERNS);
  const bound = isEntryBinding ? updateBinding(ENTRY, text, input) : text;
  const entry = planEdit(bank, ENTRY, bound, ENTRY_ROWS[language]);
  if (isEntryOnly) return entry;
  const tech = updateTech(bank.read(DETAILS.tech) ?? "", input);
  const patterns = updateBinding(PATTERNS, bank.read(PATTERNS) ?? "", input);
  return [
    ...entry,
    ...planEdit(bank, DETAILS.tech, tech, TECH_ROWS[language]),
    ...planEdit(bank, PATTERNS, patterns, LINKS[language]),
    ...indexes,
  ];
}
