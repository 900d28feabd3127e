import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { checkBank } from "../../check/check-bank.ts";
import { checkInputAfter } from "../../check/check-input-after.ts";
import type { CheckInput } from "../../check/check-input.ts";
import type { Finding } from "../../check/finding.ts";
import { planFixes } from "../../check/plan-fixes.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { bankKind } from "../../io/bank/bank-state.ts";
import { describeForeign } from "../../io/plan/plan-error.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import type { Language, Plan } from "../../types.ts";
import { type Located, type Opened, locate, openAt } from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import { readCheck } from "../read-check.ts";
import { askAndApply, recoverFirst, showPlan } from "../run-plan.ts";
import { print, printError, printJson, tell } from "../print.ts";
import { askedLanguage, hereAndNow, say, speak } from "../say.ts";
import { countLevels, renderCounts, renderFindings } from "../show-findings.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly json?: true;
  readonly strict?: true;
  readonly fix?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

export const check: CommandFile = {
  about: {
    en: "find what is broken or stale in the bank: dead links and routes, secrets, old paths",
    zh: "找出记忆库中损坏或过时的内容：失效的链接与路由、机密、旧路径",
  },
  takes: {
    "[dir]": WHERE,
    "--bank <folder>": BANK,
    "--json": AS_JSON,
    "--strict": { en: "notes count as well", zh: "提示也算问题" },
    "--fix": {
      en: "mend what needs nobody's judgement: shows a plan, asks, applies it whole",
      zh: "修复无需判断的问题：先显示计划并询问，再整体执行",
    },
    "--dry-run": {
      en: "with --fix: show the plan, and change nothing",
      zh: "配合 --fix：只显示计划",
    },
    "--yes": { en: "with --fix: do not ask", zh: "配合 --fix：不询问" },
  },
  more: {
    en: "Exit codes: 0 clean, 1 errors or warnings (with --strict also notes), 2 usage or environment.",
    zh: "退出码：0 没有问题，1 有错误或警告（加 --strict 时含提示），2 用法或环境问题。",
  },
  examples: ["check", "check packages/api --json", "check --fix --dry-run"],
  run,
};

async function run(dir: string, options: Options): Promise<void> {
  if (!options.fix && (options.dryRun || options.yes)) {
    throw new Stop(2, {
      en: "--dry-run and --yes belong to --fix",
      zh: "--dry-run 和 --yes 须与 --fix 一起使用",
    });
  }
  const place = await locate(dir, options.bank);
  const { bank, exists } = place;
  if (!exists && bankKind(bank) === "not-a-folder") {
    throw new Stop(2, {
      en: `${bank} is not a folder. Move it away, then run memory-bank refresh`,
      zh: `${bank} 不是文件夹。请把它移开，然后运行 memory-bank refresh`,
    });
  }
  if (!exists) {
    throw new Stop(2, {
      en: "there is no memory bank here. To make one: memory-bank refresh",
      zh: "这里没有记忆库。建立：memory-bank refresh",
    });
  }
  if (options.fix) await fix(place, options);
  else await look(place, options);
}

async function look(place: Located, options: Options): Promise<void> {
  const opened = await openAt(place);
  const { foreign } = opened;
  if (foreign !== undefined) printError(`memory-bank check: ${say(describeForeign(foreign))}`);
  report(place, read(opened), options);
}

function read(opened: Opened): CheckInput {
  const input = readCheck(opened, askedLanguage());
  speak(input.language);
  return input;
}

/** Shows the plan and applies it; then says what remains. */
async function fix(place: Located, options: Options): Promise<void> {
  const { root, bank } = place;
  recoverFirst({ root, bank }, "check");
  const opened = await openAt(place);
  const input = read(opened);
  const { language } = input;
  const result = readPlan(place, { ...hereAndNow(), lang: language }, (planInput) =>
    planFixes(planInput, input),
  );
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan } = result;
  if (!options.json) showFixes(plan, language, bank);
  if (options.dryRun || plan.operations.length === 0) {
    report(place, checkInputAfter(input, plan.operations), options, { plan, applied: false });
    return;
  }
  const notes = await askAndApply(place, plan, language, options);
  if (!options.json) print();
  report(place, read(opened), options, { plan, applied: true, notes });
}

function showFixes(plan: Plan, language: Language, bank: string): void {
  if (plan.operations.length === 0) {
    tell({ en: "Nothing can be mended without you.\n", zh: "没有可以自动修复的问题。\n" });
    return;
  }
  showPlan(plan, language, bank, say({ en: "Mend the memory bank", zh: "修复记忆库" }));
  print();
}

interface Fixes {
  readonly plan: Plan;
  readonly applied: boolean;
  readonly notes?: readonly string[];
}

function report(place: Located, input: CheckInput, options: Options, fixes?: Fixes): void {
  showProgress(say({ en: "looking at the bank", zh: "正在查看记忆库" }));
  const findings = checkBank(input);
  clearProgress();
  const counts = countLevels(findings);
  const toAddress = addressesFrom(place);
  if (options.json)
    printJson({ version: 1, bank: place.bank, findings: findings.map(toRecord), counts, ...fixes });
  else {
    const text = renderFindings(findings, toAddress);
    const docs = input.files.filter(({ path }) => path.endsWith(DOC_EXTENSION)).length;
    if (text !== "") print(`${text}\n`);
    const prefix = fixes === undefined ? "" : remaining(fixes);
    print(prefix + renderCounts(counts, docs));
  }
  const failures = counts.error + counts.warning + (options.strict ? counts.note : 0);
  process.exitCode = failures > 0 ? 1 : 0;

  function toRecord({ rule, level, path, line, column, message, fix: advice }: Finding) {
    const address = toAddress(path);
    return { rule, level, path, address, line, column: column ?? null, message, fix: advice };
  }
}

function remaining({ applied, plan }: Fixes): string {
  if (plan.operations.length === 0) return "";
  return say(
    applied
      ? { en: "What remains: ", zh: "仍有：" }
      : { en: "What would remain: ", zh: "执行后仍有：" },
  );
}

/** As somebody in this terminal opens it. */
function addressesFrom({ bank }: Located): (path: string) => string {
  const here = realpathSync(process.cwd());
  return (path) => relative(here, join(bank, path)).replaceAll(sep, "/");
}
