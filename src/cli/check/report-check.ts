import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { PlacedFinding } from "../../check/formats/placed-finding.ts";
import { renderGithub } from "../../check/formats/render-github.ts";
import { toSarif } from "../../check/formats/render-sarif.ts";
import type { Finding, Level } from "../../check/finding.ts";
import type { Base } from "../../io/bank/branch-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import type { Plan, Text } from "../../types.ts";
import manifest from "../../../package.json" with { type: "json" };
import { colors } from "../colors.ts";
import { counted, printable } from "../format.ts";
import type { Located } from "../open.ts";
import { print, printJson, printWhole, tell } from "../print.ts";
import { say } from "../say.ts";
import type { Answer } from "../usage.ts";

/** What `--format` takes; `--json` is an option of its own, as everywhere. */
export const FORMATS = ["text", "sarif", "github"] as const;

/** A bank, what was looked at in it, and what was found. */
export interface CheckedBank {
  readonly place: Located;
  /** How many docs were looked at. */
  readonly docs: number;
  readonly findings: readonly Finding[];
}

export interface Reported {
  readonly format: (typeof FORMATS)[number];
  readonly strict?: true;
  /** Every bank of the work tree was asked for, however many there are. */
  readonly all?: true;
  readonly since?: Base | undefined;
  /** What was fixed, or would be. */
  readonly fixes?: {
    readonly plan: Plan;
    readonly applied: boolean;
    readonly notes?: readonly string[];
  };
}

export function reportCheck(banks: readonly CheckedBank[], reported: Reported): Answer {
  const { error, warning, note } = countLevels(banks);
  return {
    data: toData(banks, reported),
    show: () => show(banks, reported),
    isFinding: error + warning + (reported.strict ? note : 0) > 0,
  };
}

function show(banks: readonly CheckedBank[], reported: Reported): void {
  switch (reported.format) {
    case "text":
      return showText(banks, reported);
    case "sarif":
      return printJson(toSarif(placeFindings(banks), manifest.version));
    case "github": {
      const commands = renderGithub(placeFindings(banks));
      if (commands !== "") printWhole(commands);
      return print(renderCounts(banks));
    }
  }
}

/** As other tools know a doc: from the work tree's root. */
function placeFindings(banks: readonly CheckedBank[]): PlacedFinding[] {
  return banks.flatMap(({ place: { root, bank }, findings }) =>
    findings.map((each) => ({ ...each, file: toSlashes(relative(root, join(bank, each.path))) })),
  );
}

function showText(banks: readonly CheckedBank[], { all, since, fixes }: Reported): void {
  for (const bank of banks) {
    const { place, findings } = bank;
    const title = colors.bold(printable(addressOf(place.bank) || "."));
    if (all) print(`${title}: ${renderCounts([bank])}\n`);
    for (const [at, finding] of findings.entries()) {
      const isOfNext = at > 0 && findings[at - 1]?.path !== finding.path;
      print((isOfNext ? "\n" : "") + renderFinding(finding, place));
    }
    if (findings.length > 0) print();
  }
  if (since !== undefined)
    tell({
      en: `Only docs that this branch changed since it left ${since.ref}.`,
      zh: `只看本分支自 ${since.ref} 分出后改动的文档。`,
    });
  const when = fixes?.applied
    ? { en: "What remains: ", zh: "仍有：" }
    : { en: "Before the plan: ", zh: "执行前：" };
  const isPlanned = fixes !== undefined && fixes.plan.operations.length > 0;
  print((isPlanned ? say(when) : "") + renderCounts(banks));
}

const LEVELS: Readonly<Record<Level, Text>> = {
  error: { en: "error", zh: "错误" },
  warning: { en: "warning", zh: "警告" },
  note: { en: "note", zh: "提示" },
};
const PAINT = { error: colors.red, warning: colors.yellow, note: colors.cyan } as const;

/** With its place as terminals and editors open it. */
function renderFinding(
  { rule, level, path, line, column, message, fix }: Finding,
  { bank }: Located,
): string {
  const address = printable(addressOf(join(bank, path)));
  const place = [address, line, ...(column === undefined ? [] : [column])].join(":");
  const name = PAINT[level](say(LEVELS[level]));
  const what = `${colors.bold(place)} ${name} ${printable(message)} ${colors.dim(`(${rule})`)}`;
  return `${what}\n    ${say({ en: "fix: ", zh: "处理：" })}${printable(fix)}`;
}

function renderCounts(banks: readonly CheckedBank[]): string {
  const { error, warning, note } = countLevels(banks);
  const where = counted(
    banks.reduce((sum, { docs }) => sum + docs, 0),
    "doc",
  );
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

/** One bank has its fields at the top, as it had before there could be several. */
function toData(banks: readonly CheckedBank[], { all, since, fixes }: Reported): object {
  const records = banks.map((bank) => ({
    bank: bank.place.bank,
    findings: bank.findings.map(({ rule, level, path, line, column = null, message, fix }) => {
      const address = addressOf(join(bank.place.bank, path));
      return { rule, level, path, address, line, column, message, fix };
    }),
    counts: countLevels([bank]),
  }));
  const found = all ? { banks: records, counts: countLevels(banks) } : records[0];
  return { version: 1, ...found, ...(since && { since }), ...fixes };
}

/** As somebody in this terminal opens it. */
function addressOf(path: string): string {
  return toSlashes(relative(realpathSync(process.cwd()), path));
}
