import { languageOfLocale } from "../../bank/language.ts";
import { renderWritten } from "../../bank/plans/render-plan.ts";
import { applyPlan } from "../../io/apply-plan.ts";
import { bankKind } from "../../io/bank-state.ts";
import { PlanError } from "../../io/plan-error.ts";
import { renderPlanNote } from "../../io/plan-note.ts";
import { recoverBank } from "../../io/recover-bank.ts";
import { renderRecovered } from "../../io/render-recovered.ts";
import { readPlan } from "../../io/read-plan.ts";
import { readSettings } from "../../io/read-settings.ts";
import type { Language } from "../../types.ts";
import { askToApply } from "../ask-to-apply.ts";
import { locate } from "../open.ts";
import { showPlan } from "../show-plan.ts";
import { Stop } from "../stop.ts";

interface Options {
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Plans what brings the bank up to date, shows it, asks, and does exactly that. */
export async function refresh(dir: string, options: Options): Promise<void> {
  try {
    await run(dir, options);
  } catch (error) {
    if (!(error instanceof Stop || error instanceof PlanError)) throw error;
    if (options.json) console.log(JSON.stringify({ error: error.message }, null, 2));
    else console.error(`memory-bank refresh: ${error.message}`);
    process.exitCode = error instanceof Stop ? error.exitCode : 2;
  }
}

async function run(dir: string, options: Options): Promise<void> {
  const { root, bank } = locate(dir);
  if (bankKind(bank) === "not-a-folder") {
    throw new Stop(2, `${bank} is not a folder. Move it away first; nothing was changed`);
  }
  for (const note of renderRecovered(recoverBank({ root, bank }), "en")) {
    console.error(`memory-bank refresh: ${note}`);
  }
  const result = readPlan(bank, {
    lang: readSettings(process.env, undefined).settings.lang,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    today: new Date().toISOString().slice(0, 10),
  });
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan, language } = result;
  const isEmpty = plan.operations.length === 0;
  if (options.json && (options.dryRun || isEmpty)) return print({ plan, applied: false });
  if (!options.json) showPlan(plan, language, bank);
  if (options.dryRun || isEmpty) return;
  await askToApply(plan, options);
  const notes = applyPlan({ root, bank }, plan).notes.map((note) => renderPlanNote(note, language));
  if (options.json) print({ plan, applied: true, notes });
  else console.log(`\n${renderWritten(plan, language, notes)}`);
  if (!options.json && plan.flow === "init") console.log(`\n${nextStep(language)}`);
}

function nextStep(language: Language): string {
  return language === "zh"
    ? "下一步：让代理补全 MEMORY.md 中留空的部分，并把记忆库提交到 git。"
    : "Next: let your agent fill in what MEMORY.md leaves blank, and commit the bank to git.";
}

function print(report: object): void {
  console.log(JSON.stringify(report, null, 2));
}
