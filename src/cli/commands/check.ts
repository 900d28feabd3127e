import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { groupBy } from "../../bank/group-by.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { checkBank } from "../../check/check-bank.ts";
import type { Level } from "../../check/finding.ts";
import { type PlacedFinding, renderGithub } from "../../check/formats/render-github.ts";
import { toSarif } from "../../check/formats/render-sarif.ts";
import { type Base, listBranchDocs } from "../../io/bank/git-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import type { Text } from "../../types.ts";
import manifest from "../../../package.json" with { type: "json" };
import { colors } from "../colors.ts";
import { counted, printable } from "../format.ts";
import {
  type Opened,
  locate,
  locateAll,
  openAt,
  printProblems,
  readCheck,
  requireBank,
  requireBase,
} from "../open.ts";
import { print, printJson, printWhole } from "../print.ts";
import { askedLanguage, say, speak } from "../say.ts";
import { type Answer, AS_JSON, type CommandFile, type Options, PLACES } from "../usage.ts";
import { refreshBank } from "./refresh.ts";

/** The values of `--format`. JSON is not one of them: as in every command, it has its own option `--json`. */
const FORMATS = ["text", "sarif", "github"] as const;

export const check: CommandFile = {
  about: { en: "find what is broken or stale in the bank", zh: "找出记忆库中损坏或过时的内容" },
  takes: {
    ...PLACES,
    "--changed [ref]": {
      en: "only docs changed since this branch left that one, or the default branch",
      zh: "只看本分支自该分支（默认为默认分支）分出后改动的文档",
    },
    "--format <format>": {
      en: "`sarif` and `github` are for build servers",
      zh: "`sarif` 和 `github` 供构建服务器使用",
      choices: FORMATS,
      otherwise: "text",
    },
    "--json": { ...AS_JSON, conflicts: ["format"] },
    "--strict": { en: "notes count as well", zh: "提示也算问题" },
    "--fix": {
      en: "refresh first, which fixes what needs nobody's judgement",
      zh: "先刷新，修复无需判断的问题",
      conflicts: ["all", "changed", "format"],
    },
    "--dry-run": { en: "with --fix: only show the plan", zh: "配合 --fix：只显示计划" },
    "--yes": { en: "with --fix: do not ask", zh: "配合 --fix：不询问" },
  },
  examples: ["check", "check packages/api --fix --dry-run", "check --all --changed=main --json"],
  run,
};

async function run(options: Options): Promise<Answer> {
  const place = await locate(options);
  if (!options.all) requireBank(place);
  const fixed = options.fix ? await refreshBank(place, options) : undefined;
  if (fixed !== undefined && !options.json) print();
  const { changed } = options;
  const since =
    changed === undefined
      ? undefined
      : requireBase(place.root, changed === true ? undefined : changed);
  const banks: CheckedBank[] = [];
  let isMistyped = false;
  for (const each of options.all ? await locateAll(place) : [place]) {
    const opened = await openAt(each);
    printProblems("check", opened);
    // A mistyped setting, such as the guard mode, has no effect, so it counts as a finding.
    isMistyped ||= each.problems.length > 0;
    banks.push(checkOne(opened, since));
  }
  const records = banks.map((each) => ({
    bank: each.bank,
    findings: each.findings.map((finding) => ({ column: null, ...finding })),
    counts: countLevels([each]),
  }));
  const counts = countLevels(banks);
  // With one bank, its fields stay at the top level, so that scripts from before `--all` still work.
  const found = options.all ? { banks: records, counts } : records[0];
  return {
    data: { version: 1, ...found, ...(since && { since }), ...fixed },
    show: () => showChecked(banks, options.format),
    isFinding: isMistyped || counts.error + counts.warning + (options.strict ? counts.note : 0) > 0,
  };
}

/** Checks one bank. With `since`, only the docs that the branch changed since that commit are reported. */
function checkOne(opened: Opened, since: Base | undefined): CheckedBank {
  const { bank, root } = opened.location;
  const input = readCheck(opened, askedLanguage());
  speak(input.language);
  const asked = since && new Set(listBranchDocs(opened.location, since).map(({ path }) => path));
  const isAsked = ({ path }: { readonly path: string }) => asked?.has(path) ?? true;
  const from = (folder: string, path: string) => toSlashes(relative(folder, join(bank, path)));
  const here = realpathSync(process.cwd());
  return {
    bank,
    docs: input.files.filter((file) => file.path.endsWith(DOC_EXTENSION) && isAsked(file)).length,
    findings: checkBank(input)
      .filter(isAsked)
      .map((finding) => {
        const { path } = finding;
        return { ...finding, address: from(here, path), file: from(root, path) };
      }),
  };
}

interface ShownFinding extends PlacedFinding {
  /** The path from the current folder, so that a terminal can open it. */
  readonly address: string;
}

interface CheckedBank {
  readonly bank: string;
  /** How many docs were checked. */
  readonly docs: number;
  readonly findings: readonly ShownFinding[];
}

function showChecked(banks: readonly CheckedBank[], format: string | undefined): void {
  const findings = banks.flatMap((bank) => bank.findings);
  if (format === "sarif") return printJson(toSarif(findings, manifest.version));
  if (format === "github" && findings.length > 0) printWhole(renderGithub(findings));
  if (format === "text") {
    for (const own of groupBy(findings, ({ file }) => file).values()) {
      own.forEach(showFinding);
      print();
    }
  }
  print(renderCounts(banks));
}

const LEVELS: Readonly<Record<Level, Text>> = {
  error: { en: "error", zh: "错误" },
  warning: { en: "warning", zh: "警告" },
  note: { en: "note", zh: "提示" },
};
const PAINT = { error: colors.red, warning: colors.yellow, note: colors.cyan } as const;

/** Prints the place as `path:line:column`, which terminals and editors can open. */
function showFinding({ rule, level, address, line, column, message, fix }: ShownFinding): void {
  const place = [printable(address), line, ...(column === undefined ? [] : [column])].join(":");
  const name = PAINT[level](say(LEVELS[level]));
  print(`${colors.bold(place)} ${name} ${printable(message)} ${colors.dim(`(${rule})`)}`);
  print(`    ${say({ en: "fix: ", zh: "处理：" })}${printable(fix)}`);
}

function renderCounts(banks: readonly CheckedBank[]): string {
  const { error, warning, note } = countLevels(banks);
  const all = banks.reduce((sum, { docs }) => sum + docs, 0);
  const where = counted(all, "doc");
  if (error + warning + note === 0)
    return say({ en: `No findings in ${where}.`, zh: `没有问题：共 ${where}。` });
  const found = [counted(error, "error"), counted(warning, "warning"), counted(note, "note")];
  return say({ en: `${found.join(", ")} in ${where}.`, zh: `${found.join("，")}；共 ${where}。` });
}

function countLevels(banks: readonly CheckedBank[]): Record<Level, number> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { findings } of banks) for (const { level } of findings) counts[level] += 1;
  return counts;
}
