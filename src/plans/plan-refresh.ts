import type { Operation, Text } from "../types.ts";
import { DETAILS, ENTRY, PATTERNS } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { bankAfter } from "./bank-after.ts";
import { planEdit } from "./plan-edit.ts";
import { planIndexes } from "./plan-indexes.ts";
import type { PlanInput } from "./plan-input.ts";
import { fillConventions } from "./fill-conventions.ts";
import { updateRoutes } from "./update-routes.ts";
import { currentVersion, updateSnapshot } from "./update-snapshot.ts";
import { updateTech } from "./update-tech.ts";

const ENTRY_ROWS: Text = { en: "rows of routes and snapshot", zh: "路由与摘要的行" };
const TECH_ROWS: Text = {
  en: "rows of stack, commands and structure",
  zh: "技术栈、命令与结构的行",
};

const CONVENTIONS: Text = {
  en: "conventions, as the project's own files say",
  zh: "约定，来自项目自己的文件",
};

export interface Upkeep {
  readonly operations: readonly Operation[];
  readonly notes: readonly string[];
}

/**
 * Brings what is generated up to date: rows that are matched exactly, and conventions that nobody has written
 * yet. Prose is never rewritten, and of a bank of another tool's layout nothing but the entry is changed.
 */
export function planRefresh(input: PlanInput): Upkeep {
  const { bank, language } = input;
  const indexes = planIndexes(input);
  const isOthers = layoutOf(bank.paths) !== undefined;
  const tech = isOthers ? "" : (bank.read(DETAILS.tech) ?? "");
  const { text: newTech, replaced } = updateTech(tech, input);
  const toCurrent = isOthers
    ? currentVersion(input.facts)
    : (item: string) => replaced.get(item) ?? item;
  const entry = bank.read(ENTRY) ?? "";
  const { paths } = bankAfter(bank, indexes);
  const { text, notes } = updateRoutes(updateSnapshot(entry, toCurrent), paths, input);
  return {
    operations: [
      ...planEdit(bank, ENTRY, text, ENTRY_ROWS[language]),
      ...(isOthers
        ? []
        : [
            ...planEdit(bank, DETAILS.tech, newTech, TECH_ROWS[language]),
            ...planEdit(bank, PATTERNS, fillConventions(input), CONVENTIONS[language]),
          ]),
      ...indexes,
    ],
    notes,
  };
}
