import { renderWritten } from "../../plans/render-plan.ts";
import { applyPlan } from "../../io/plan/apply-plan.ts";
import { bankKind } from "../../io/bank/bank-state.ts";
import { renderPlanNote } from "../../io/plan/plan-note.ts";
import { recoverBank } from "../../io/plan/recover-bank.ts";
import { renderRecovered } from "../../io/plan/render-recovered.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { askToApply } from "../ask-to-apply.ts";
import { locate } from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import type { Text } from "../../types.ts";
import { askedLanguage, localeIn, say, speak, spokenLanguage } from "../say.ts";
import { showPlan } from "../show-plan.ts";
import { Stop } from "../stop.ts";
import { WHERE, YES, type CommandFile } from "../usage.ts";

interface Options {
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export const refresh: CommandFile = {
  about: {
    en: "build, upgrade, migrate or refresh the bank: shows a plan, asks, applies it whole",
    zh: "建立、升级、迁移或刷新记忆库：先显示计划并询问，再整体执行",
  },
  takes: {
    "[dir]": WHERE,
    "--yes": YES,
    "--dry-run": { en: "show the plan, and change nothing", zh: "只显示计划，不做改动" },
    "--json": { en: "as JSON; the plan is data", zh: "输出 JSON；计划即数据" },
  },
  examples: ["refresh --dry-run", "refresh packages/api --yes --json"],
  run,
};

/** Plans what brings the bank up to date, shows it, asks, and does exactly that. */
async function run(dir: string, options: Options): Promise<void> {
  const { root, bank } = locate(dir);
  if (bankKind(bank) === "not-a-folder") {
    throw new Stop(2, {
      en: `${bank} is not a folder. Move it away first; nothing was changed`,
      zh: `${bank} 不是文件夹。请先把它移开；没有任何改动`,
    });
  }
  showProgress(say({ en: "looking at the project", zh: "正在查看项目" }));
  for (const note of renderRecovered(recoverBank({ root, bank }), spokenLanguage())) {
    clearProgress();
    console.error(`memory-bank refresh: ${note}`);
  }
  const result = readPlan(bank, {
    lang: askedLanguage(),
    locale: localeIn(process.env),
    today: new Date().toISOString().slice(0, 10),
  });
  clearProgress();
  if (result.kind === "plan") speak(result.language);
  if (result.kind === "abort") throw new Stop(2, { en: result.problem, zh: result.problem });
  const { plan, language } = result;
  const isEmpty = plan.operations.length === 0;
  if (options.json && (options.dryRun || isEmpty)) return print({ plan, applied: false });
  if (!options.json) showPlan(plan, language, bank);
  if (options.dryRun || isEmpty) return;
  await askToApply(plan, options);
  const notes = applyPlan({ root, bank }, plan).notes.map((note) => renderPlanNote(note, language));
  if (options.json) print({ plan, applied: true, notes });
  else console.log(`\n${renderWritten(plan, language, notes)}`);
  if (!options.json && plan.flow === "init") console.log(`\n${say(NEXT_STEP)}`);
}

const NEXT_STEP: Text = {
  en: "Next: let your agent fill in what MEMORY.md leaves blank, and commit the bank to git.",
  zh: "下一步：让代理补全 MEMORY.md 中留空的部分，并把记忆库提交到 git。",
};

function print(report: object): void {
  console.log(JSON.stringify(report, null, 2));
}
