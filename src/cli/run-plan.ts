import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyPlan, recoverBank } from "../io/plan/apply-plan.ts";
import { type BankPlace, requireMerged } from "../io/plan/check-plan.ts";
import { findLeftover } from "../io/plan/unfinished.ts";
import { describeTrouble } from "../io/plan/plan-error.ts";
import { renderPlanNote, renderRecovered } from "../io/plan/plan-note.ts";
import { renderPlan, renderWritten } from "../plans/render-plan.ts";
import type { Language, Plan } from "../types.ts";
import { colors } from "./colors.ts";
import { ask } from "./confirm.ts";
import { clearProgress } from "./progress.ts";
import { paintChanges, print, printError } from "./print.ts";
import { say, spokenLanguage } from "./say.ts";

/** Puts right what a plan that was interrupted has left, before another one is made. */
export function recoverFirst(place: BankPlace, command: string): void {
  const notes = renderRecovered(recoverBank(place), spokenLanguage());
  const leftover = findLeftover(place.bank);
  if (leftover !== undefined) notes.push(say(describeTrouble("leftover", leftover)));
  for (const note of notes) {
    clearProgress();
    printError(`memory-bank ${command}: ${note}`);
  }
}

export function showPlan(plan: Plan, language: Language, bank: string): void {
  const textOf = (path: string) => readFileSync(join(bank, path), "utf8");
  const [title = "", ...rest] = renderPlan(plan, language, textOf).split("\n");
  print([colors.bold(title), paintChanges(rest.join("\n"))].join("\n"));
}

/** Does the plan once somebody has said yes, and tells what was written. Returns what else a person should know. */
export async function askAndApply(
  { root, bank }: BankPlace,
  plan: Plan,
  language: Language,
  options: { readonly yes?: true; readonly json?: true },
): Promise<string[]> {
  requireMerged({ root, bank });
  const { length } = plan.operations;
  const question = {
    en: `\nDo ${length === 1 ? "it" : `these ${length} things`}?`,
    zh: `\n执行这 ${length} 项吗？`,
  };
  await ask(options, question);
  const applied = applyPlan({ root, bank }, plan, { by: "command-line" });
  const notes = applied.map((note) => renderPlanNote(note, language));
  if (!options.json) print(`\n${renderWritten(plan, language, notes)}`);
  return notes;
}
