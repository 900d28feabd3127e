import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { renderGithub } from "../../check/formats/render-github.ts";
import { toSarif } from "../../check/formats/render-sarif.ts";
import type { Finding } from "../../check/finding.ts";
import type { Base } from "../../io/bank/branch-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import type { Plan } from "../../types.ts";
import manifest from "../../../package.json" with { type: "json" };
import { colors } from "../colors.ts";
import { printable } from "../format.ts";
import type { Located } from "../open.ts";
import { print, printJson, printWhole } from "../print.ts";
import { say } from "../say.ts";
import { type Counts, countLevels, renderCounts, renderFindings } from "../show-findings.ts";
import { type CheckedPlace, placeFindings } from "./checked-banks.ts";

/** What `--format` takes; `--json` is an option of its own, as everywhere. */
export const FORMATS = ["text", "sarif", "github"] as const;
export type Format = (typeof FORMATS)[number] | "json";

/** What was mended, or would be. */
export interface Fixes {
  readonly plan: Plan;
  readonly applied: boolean;
  readonly notes?: readonly string[];
}

export interface Reported {
  readonly format: Format;
  readonly strict?: true;
  /** Every bank of the work tree was asked for, however many there are. */
  readonly isAll: boolean;
  readonly since?: Base | undefined;
  readonly fixes?: Fixes;
}

/** Says what was found. Returns how many findings count. */
export function reportCheck(banks: readonly CheckedPlace[], reported: Reported): number {
  const findings = banks.flatMap((bank) => bank.findings);
  const counts = countLevels(findings);
  show(banks, counts, reported);
  return counts.error + counts.warning + (reported.strict ? counts.note : 0);
}

function show(banks: readonly CheckedPlace[], counts: Counts, reported: Reported): void {
  switch (reported.format) {
    case "text":
      return showText(banks, counts, reported);
    case "json":
      return printJson(toData(banks, counts, reported));
    case "sarif":
      return printJson(toSarif(placeFindings(banks), manifest.version));
    case "github": {
      const commands = renderGithub(placeFindings(banks));
      if (commands !== "") printWhole(commands);
      return print(renderCounts(counts, countDocs(banks)));
    }
  }
}

function showText(
  banks: readonly CheckedPlace[],
  counts: Counts,
  { isAll, since, fixes }: Reported,
): void {
  const toAddress = addressesFrom();
  for (const { place, findings, docs } of banks) {
    if (isAll) {
      const title = printable(toAddress(place.bank) || ".");
      print(`${colors.bold(title)}: ${renderCounts(countLevels(findings), docs.length)}\n`);
    }
    const text = renderFindings(findings, (path) => toAddress(join(place.bank, path)));
    if (text !== "") print(`${text}\n`);
  }
  if (since !== undefined)
    print(
      say({
        en: `Only docs that this branch changed since it left ${since.ref}.`,
        zh: `只看本分支自 ${since.ref} 分出后改动的文档。`,
      }),
    );
  print((fixes === undefined ? "" : remaining(fixes)) + renderCounts(counts, countDocs(banks)));
}

function countDocs(banks: readonly CheckedPlace[]): number {
  return banks.reduce((sum, { docs }) => sum + docs.length, 0);
}

/** One bank has its fields at the top, as it had before there could be several. */
function toData(
  banks: readonly CheckedPlace[],
  counts: Counts,
  { isAll, since, fixes }: Reported,
): object {
  const toAddress = addressesFrom();
  const records = banks.map(({ place, findings }) => ({
    bank: place.bank,
    findings: findings.map((finding) => toRecord(finding, place)),
    counts: countLevels(findings),
  }));
  const rest = { ...(since && { since }), ...fixes };
  return { version: 1, ...(isAll ? { banks: records, counts } : records[0]), ...rest };

  function toRecord({ rule, level, path, line, column, message, fix }: Finding, { bank }: Located) {
    const address = toAddress(join(bank, path));
    return { rule, level, path, address, line, column: column ?? null, message, fix };
  }
}

function remaining({ applied, plan }: Fixes): string {
  if (plan.operations.length === 0) return "";
  return say(
    applied ? { en: "What remains: ", zh: "仍有：" } : { en: "Before the plan: ", zh: "执行前：" },
  );
}

/** As somebody in this terminal opens it. */
function addressesFrom(): (path: string) => string {
  const here = realpathSync(process.cwd());
  return (path) => toSlashes(relative(here, path));
}
