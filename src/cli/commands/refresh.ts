import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeToRefresh } from "../../io/bank/find-offered.ts";
import { readText } from "../../io/disk/read.ts";
import { applyPlan, recoverBank } from "../../io/plan/apply-plan.ts";
import { requireMerged } from "../../io/plan/check-plan.ts";
import { describeTrouble } from "../../io/plan/plan-error.ts";
import { renderPlanNote } from "../../io/plan/plan-note.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { findLeftover } from "../../io/plan/unfinished.ts";
import { renderFillInRequest } from "../../plans/fill-in-request.ts";
import { renderPlan, renderWritten } from "../../plans/render-plan.ts";
import type { Plan } from "../../types.ts";
import { colors } from "../colors.ts";
import { ask } from "../confirm.ts";
import { type Located, locate, open } from "../open.ts";

import { paintChanges, print, printError, tell } from "../print.ts";
import { askedLanguage, hereAndNow, say, speak, spokenLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import { type Answer, ASKING, type CommandFile, type Options, PLACE } from "../usage.ts";

export const refresh: CommandFile = {
  about: { en: "build, adopt or refresh the bank, by a plan", zh: "按计划建立、接管或刷新记忆库" },
  takes: {
    ...PLACE,
    ...ASKING,
    "--keep-copies": { en: "keep what 0.2.0 copied", zh: "保留 0.2.0 复制的内容" },
    "--json": { en: "as JSON; the plan is data", zh: "输出 JSON；计划即数据" },
  },
  examples: ["refresh --dry-run", "refresh packages/api --yes --json"],
  run,
};

async function run(options: Options): Promise<Answer> {
  const located = await locate(options);
  const { bank } = placeToRefresh(located);
  const done = await refreshBank(located, options);
  const request = options.dryRun
    ? undefined
    : renderFillInRequest((doc) => readText(join(bank, doc)));
  const isNew = done.applied && (done.plan.flow === "init" || done.plan.flow === "adopt");
  const made = isNew ? (await open(options, spokenLanguage())).bank : undefined;
  return {
    data: { ...done, ...(done.applied && { fillIn: request?.[spokenLanguage()] ?? null }) },
    show: () => {
      if (request !== undefined)
        tell({
          en: `\nTo have the rest filled in, paste this to your agent:\n\n  ${request.en}`,
          zh: `\n要补全其余部分，把这句话贴给代理：\n\n  ${request.zh}`,
        });
      if (made?.conventions.length === 0)
        tell({
          en: "\nNothing is gated until conventions are written into details/patterns.md, or rule files are linked there.",
          zh: "\n在 details/patterns.md 中写入约定或链接规则文件之前，不设闸门。",
        });
      if (isNew && located.worktree !== "/")
        tell({ en: "\nThen commit the bank to git.", zh: "\n然后把记忆库提交到 git。" });
    },
  };
}

interface Refreshed {
  readonly plan: Plan;
  readonly applied: boolean;
  /** What else a person should know about what was written. */
  readonly notes?: readonly string[];
}

/** Plans what brings the bank up to date, shows the plan, asks, and applies exactly that plan. */
export async function refreshBank(located: Located, options: Options): Promise<Refreshed> {
  const place = placeToRefresh(located);
  const { root, bank } = place;
  // Before making a new plan, finish one that was interrupted.
  const found = recoverBank(place).map((note) => renderPlanNote(note, spokenLanguage()));
  const leftover = findLeftover(bank);
  if (leftover !== undefined) found.push(say(describeTrouble("leftover", leftover)));
  const keepsCopies = options.keepCopies === true;
  const result = readPlan(place, { lang: askedLanguage(), ...hereAndNow(), keepsCopies });
  for (const note of found) printError(`memory-bank refresh: ${note}`);
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan, language } = result;
  speak(language);
  if (!options.json) {
    const textOf = (path: string) => readFileSync(join(bank, path), "utf8");
    const [title = "", ...rest] = renderPlan(plan, language, textOf).split("\n");
    print([colors.bold(title), paintChanges(rest.join("\n"))].join("\n"));
  }
  const { length } = plan.operations;
  if (options.dryRun || length === 0) return { plan, applied: false };
  requireMerged({ root, bank });
  await ask(options, {
    en: `\nDo ${length === 1 ? "it" : `these ${length} things`}?`,
    zh: `\n执行这 ${length} 项吗？`,
  });
  const applied = applyPlan({ root, bank }, plan);
  const notes = applied.map((note) => renderPlanNote(note, language));
  if (!options.json) print(`\n${renderWritten(plan, language, notes)}`);
  return { plan, applied: true, notes };
}
