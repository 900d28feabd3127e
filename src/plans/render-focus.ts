import type { Text } from "../types.ts";
import type { TemplateValues } from "../bank/render-template.ts";
import { toPlainText } from "../scan/plain-text.ts";
import type { PlanInput } from "./plan-input.ts";
import { readFocusOf } from "./read-focus.ts";

export type FocusValues = Pick<
  TemplateValues["entry"],
  "goal" | "inProgress" | "remaining" | "blocked" | "date"
>;

const LONGEST = 300;
const NO_DATE: Text = { en: "(not recorded)", zh: "（无记录）" };

/**
 * What a doc of the bank says of the task, as the entry's template takes it: cut short, and dated as the doc says
 * or as git knows. Never today: that would make a new focus of an old one.
 */
export function renderFocus(
  path: string,
  { bank, today, language }: Pick<PlanInput, "bank" | "today" | "language">,
): FocusValues {
  const { date, ...said } = readFocusOf(bank.read(path) ?? "");
  const cut = (value: string | null) => (value === null ? null : toPlainText(value, LONGEST));
  const isPast = (day: string | null | undefined) => day != null && day <= today;
  const known = isPast(date) ? date : bank.changedOn(path);
  return {
    goal: cut(said.goal),
    inProgress: cut(said.inProgress),
    remaining: cut(said.remaining),
    blocked: cut(said.blocked),
    date: known != null && isPast(known) ? known : NO_DATE[language],
  };
}
