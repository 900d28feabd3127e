import { join } from "node:path";
import { bankKind } from "../../io/bank/bank-state.ts";
import { placeToRefresh } from "../../io/bank/find-offered.ts";
import { readText } from "../../io/disk/read.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { renderFillInRequest } from "../../plans/fill-in-request.ts";
import { locate } from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import { tell } from "../print.ts";
import { askedLanguage, hereAndNow, say, speak } from "../say.ts";
import { askAndApply, recoverFirst, showPlan } from "../run-plan.ts";
import { Stop } from "../stop.ts";
import { type Answer, BANK, WHERE, YES, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly keepCopies?: true;
  readonly json?: true;
}

export const refresh: CommandFile = {
  about: {
    en: "build, adopt, upgrade, migrate or refresh the bank: shows a plan, asks, applies it whole",
    zh: "建立、接管、升级、迁移或刷新记忆库：先显示计划并询问，再整体执行",
  },
  takes: {
    "[dir]": WHERE,
    "--bank <folder>": BANK,
    "--yes": YES,
    "--dry-run": { en: "show the plan, and change nothing", zh: "只显示计划，不做改动" },
    "--keep-copies": {
      en: "leave a focus and a snapshot that 0.2.0 copied as they are",
      zh: "保留 0.2.0 复制的焦点与摘要",
    },
    "--json": { en: "as JSON; the plan is data", zh: "输出 JSON；计划即数据" },
  },
  examples: ["refresh --dry-run", "refresh packages/api --yes --json"],
  run,
};

/** Plans what brings the bank up to date, shows it, asks, and does exactly that. */
async function run(dir: string, options: Options): Promise<Answer> {
  const place = placeToRefresh(await locate(dir, options.bank));
  const { bank } = place;
  if (bankKind(bank) === "not-a-folder") {
    throw new Stop(2, {
      en: `${bank} is not a folder. Move it away first; nothing was changed`,
      zh: `${bank} 不是文件夹。请先把它移开；没有任何改动`,
    });
  }
  showProgress(say({ en: "looking at the project", zh: "正在查看项目" }));
  recoverFirst(place, "refresh");
  const keepsCopies = options.keepCopies === true;
  const result = readPlan(place, { lang: askedLanguage(), ...hereAndNow(), keepsCopies });
  clearProgress();
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan, language } = result;
  speak(language);
  const isEmpty = plan.operations.length === 0;
  if (!options.json) showPlan(plan, language, bank);
  if (options.dryRun || (isEmpty && options.json))
    return { data: { plan, applied: false }, show: () => {} };
  const notes = isEmpty ? [] : await askAndApply(place, plan, language, options);
  const request = renderFillInRequest((doc) => readText(join(bank, doc)));
  return {
    data: { plan, applied: true, notes, fillIn: request?.[language] ?? null },
    show: () => {
      if (request !== undefined)
        tell({
          en: `\nTo have the rest filled in, paste this to your agent:\n\n  ${request.en}`,
          zh: `\n要补全其余部分，把这句话贴给代理：\n\n  ${request.zh}`,
        });
      if (plan.flow === "init" || plan.flow === "adopt")
        tell({ en: "\nThen commit the bank to git.", zh: "\n然后把记忆库提交到 git。" });
    },
  };
}
