import type { CheckInput } from "../../check/check-input.ts";
import { bankKind } from "../../io/bank/bank-state.ts";
import { describeTrouble } from "../../io/plan/plan-error.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import type { Language, Plan } from "../../types.ts";
import { locateAll, refuseAllAndBank } from "../all-banks.ts";
import { requireBase } from "../branch-base.ts";
import { type CheckedPlace, checkPlace } from "../check/checked-banks.ts";
import {
  FORMATS,
  type Fixes,
  type Format,
  type Reported,
  reportCheck,
} from "../check/report-check.ts";
import { type Located, type Opened, locate, openAt } from "../open.ts";
import { readCheck } from "../read-check.ts";
import { askAndApply, recoverFirst, showPlan } from "../run-plan.ts";
import { print, printError, tell } from "../print.ts";
import { askedLanguage, hereAndNow, say, speak } from "../say.ts";
import { Stop } from "../stop.ts";
import { ALL_BANKS, AS_JSON, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly all?: true;
  readonly changed?: string | true;
  readonly format: Format;
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
    "--all": ALL_BANKS,
    "--changed [ref]": {
      en: "only docs that this branch changed since it left a branch, unless said the default one",
      zh: "只看本分支自某分支（默认为默认分支）分出后改动的文档",
    },
    "--format <format>": {
      en: "how it is told; `sarif` and `github` are for build servers",
      zh: "输出格式；`sarif` 和 `github` 供构建服务器使用",
      choices: FORMATS,
      otherwise: "text",
    },
    "--json": AS_JSON,
    "--strict": { en: "notes count as well", zh: "提示也算问题" },
    "--fix": {
      en: "refresh first, which fixes what needs nobody's judgement: shows its plan, asks, applies it whole",
      zh: "先刷新，修复无需判断的问题：显示计划并询问，再整体执行",
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
  examples: [
    "check",
    "check packages/api --json",
    "check --fix --dry-run",
    "check --all --changed=main",
    "check --format sarif",
  ],
  run,
};

async function run(dir: string, options: Options): Promise<void> {
  refuseMixed(options);
  const place = await locate(dir, options.bank);
  if (options.all) {
    await look(await locateAll(place), options);
    return;
  }
  requireBank(place);
  if (options.fix) await fix(place, options);
  else await look([place], options);
}

/** What does not go together. */
function refuseMixed(options: Options): void {
  if (!options.fix && (options.dryRun || options.yes)) {
    throw new Stop(2, {
      en: "--dry-run and --yes belong to --fix",
      zh: "--dry-run 和 --yes 须与 --fix 一起使用",
    });
  }
  const isOdd = options.format !== "text";
  if (options.fix && (options.all || options.changed !== undefined || isOdd)) {
    throw new Stop(2, {
      en: "--fix mends one bank, whole, and tells it as text or JSON: leave the other options out",
      zh: "--fix 每次整体修复一个记忆库，并以文本或 JSON 说明：请去掉其他选项",
    });
  }
  refuseAllAndBank(options);
  if (options.json && isOdd) {
    throw new Stop(2, {
      en: `--json and --format ${options.format} contradict each other: leave one of them out`,
      zh: `--json 与 --format ${options.format} 相互矛盾：请去掉其中之一`,
    });
  }
}

function requireBank({ bank, exists }: Located): void {
  if (exists) return;
  if (bankKind(bank) === "not-a-folder") {
    throw new Stop(2, {
      en: `${bank} is not a folder. Move it away, then run memory-bank refresh`,
      zh: `${bank} 不是文件夹。请把它移开，然后运行 memory-bank refresh`,
    });
  }
  throw new Stop(2, {
    en: "there is no memory bank here. To make one: memory-bank refresh",
    zh: "这里没有记忆库。建立：memory-bank refresh",
  });
}

async function look(places: readonly Located[], options: Options): Promise<void> {
  const { changed } = options;
  const since =
    changed === undefined
      ? undefined
      : requireBase(places[0]?.root ?? ".", changed === true ? undefined : changed);
  const banks: CheckedPlace[] = [];
  for (const place of places) {
    const opened = await openAt(place);
    const { leftover } = opened;
    if (leftover !== undefined)
      printError(`memory-bank check: ${say(describeTrouble("leftover", leftover))}`);
    banks.push(checkPlace(place, read(opened), since));
  }
  report(banks, options, { isAll: options.all === true, since });
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
  const result = readPlan(place, { ...hereAndNow(), lang: language });
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan } = result;
  const isText = formatOf(options) === "text";
  const tellFixed = (after: CheckInput, fixes: Fixes) =>
    report([checkPlace(place, after)], options, { isAll: false, fixes });
  if (isText) showFixes(plan, language, bank);
  if (options.dryRun || plan.operations.length === 0) {
    tellFixed(input, { plan, applied: false });
    return;
  }
  const notes = await askAndApply(place, plan, language, {
    ...(options.yes && { yes: true }),
    ...(!isText && { json: true }),
  });
  if (isText) print();
  tellFixed(read(opened), { plan, applied: true, notes });
}

function showFixes(plan: Plan, language: Language, bank: string): void {
  if (plan.operations.length === 0) {
    tell({ en: "Nothing can be fixed without you.\n", zh: "没有可以自动修复的问题。\n" });
    return;
  }
  showPlan(plan, language, bank);
  print();
}

function formatOf({ json, format }: Options): Format {
  return json ? "json" : format;
}

function report(
  banks: readonly CheckedPlace[],
  options: Options,
  more: Omit<Reported, "format" | "strict">,
): void {
  const { strict } = options;
  const failures = reportCheck(banks, {
    ...more,
    format: formatOf(options),
    ...(strict && { strict }),
  });
  process.exitCode = failures > 0 ? 1 : 0;
}
