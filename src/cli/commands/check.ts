import { checkBank } from "../../check/check-bank.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { type Base, listBranchDocs } from "../../io/bank/branch-docs.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { requireBase } from "../branch-base.ts";
import { type CheckedBank, FORMATS, type Reported, reportCheck } from "../check/report-check.ts";
import {
  type Located,
  type Opened,
  locate,
  locateAll,
  openAt,
  printProblems,
  requireBank,
} from "../open.ts";
import { clearProgress, showProgress } from "../progress.ts";
import { readCheck } from "../read-check.ts";
import { askAndApply, recoverFirst, showPlan } from "../run-plan.ts";
import { print, tell } from "../print.ts";
import { askedLanguage, hereAndNow, say, speak, spokenLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import { ALL_BANKS, AS_JSON, type Answer, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options extends Pick<Reported, "all" | "format" | "strict"> {
  readonly bank?: string;
  readonly changed?: string | true;
  readonly json?: true;
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
    "--json": { ...AS_JSON, conflicts: ["format"] },
    "--strict": { en: "notes count as well", zh: "提示也算问题" },
    "--fix": {
      en: "refresh first, which fixes what needs nobody's judgement: shows its plan, asks, applies it whole",
      zh: "先刷新，修复无需判断的问题：显示计划并询问，再整体执行",
      conflicts: ["all", "changed", "format"],
    },
    "--dry-run": {
      en: "with --fix: show the plan, and change nothing",
      zh: "配合 --fix：只显示计划",
    },
    "--yes": { en: "with --fix: do not ask", zh: "配合 --fix：不询问" },
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

async function run(dir: string, options: Options): Promise<Answer> {
  if (!options.fix && (options.dryRun || options.yes)) {
    throw new Stop(2, {
      en: "--dry-run and --yes belong to --fix",
      zh: "--dry-run 和 --yes 须与 --fix 一起使用",
    });
  }
  const place = await locate(dir, options.bank);
  if (!options.all) requireBank(place);
  if (options.fix) return fix(place, options);
  const { changed } = options;
  const since =
    changed === undefined
      ? undefined
      : requireBase(place.root, changed === true ? undefined : changed);
  const banks: CheckedBank[] = [];
  for (const each of options.all ? await locateAll(place) : [place]) {
    const opened = await openAt(each);
    printProblems("check", opened);
    banks.push(checkOpened(opened, since));
  }
  const answer = reportCheck(banks, { ...options, since });
  // A team that has mistyped its guard mode has none.
  const isMistyped = banks.some(({ place: { problems } }) => problems.length > 0);
  return { ...answer, isFinding: answer.isFinding === true || isMistyped };
}

/** All of a bank, or what a branch changed in it since it left another one. */
function checkOpened(opened: Opened, since?: Base): CheckedBank {
  const { location: place } = opened;
  const input = readCheck(opened, askedLanguage());
  speak(input.language);
  showProgress(say({ en: "looking at the bank", zh: "正在查看记忆库" }));
  const findings = checkBank(input);
  clearProgress();
  const changed = since && new Set(listBranchDocs(place, since).map(({ path }) => path));
  const isAsked = ({ path }: { readonly path: string }) => changed?.has(path) ?? true;
  const docs = input.files.filter((file) => file.path.endsWith(DOC_EXTENSION) && isAsked(file));
  return { place, docs: docs.length, findings: findings.filter(isAsked) };
}

/** Shows the plan and applies it; then says what remains. */
async function fix(place: Located, options: Options): Promise<Answer> {
  recoverFirst(place, "check");
  const opened = await openAt(place);
  const before = checkOpened(opened);
  const language = spokenLanguage();
  const result = readPlan(place, { ...hereAndNow(), lang: language });
  if (result.kind === "abort") throw new Stop(2, result.problem);
  const { plan } = result;
  const isEmpty = plan.operations.length === 0;
  if (!options.json) {
    if (isEmpty) tell({ en: "Nothing can be fixed without you.", zh: "没有可以自动修复的问题。" });
    else showPlan(plan, language, place.bank);
    print();
  }
  if (options.dryRun || isEmpty)
    return reportCheck([before], { ...options, fixes: { plan, applied: false } });
  const notes = await askAndApply(place, plan, language, options);
  if (!options.json) print();
  return reportCheck([checkOpened(opened)], { ...options, fixes: { plan, applied: true, notes } });
}
