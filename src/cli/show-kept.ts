import { colors } from "./colors.ts";
import { KEPT_LIMITS, type KeptIncident, type Which } from "../io/kept/kept-versions.ts";
import {
  counted,
  describeBytes,
  fit,
  formatBytes,
  localTime,
  printable,
  toShellWord,
} from "./format.ts";
import { type Kept, bytesOf, onDisk } from "./kept.ts";
import { print, printTable, tell } from "./print.ts";
import { say } from "./say.ts";

const MOST_INCIDENTS = 10;
const MOST_DOCS = 5;
const LONGEST_WORDS = 120;
/** As wide as `999 bytes`, so that the versions of several docs stand below each other. */
const SIZE = 9;

export interface ListOptions {
  readonly dir: string;
  readonly bank?: string;
  readonly all?: true;
}

/** What is kept, with the command that brings each version back. */
export function showKept(kept: Kept, options: ListOptions): void {
  const { bank, folder, incidents, damaged } = kept;
  if (incidents.length > 0)
    tell({
      en: `Kept aside for ${bank}, the newest first:\n`,
      zh: `为 ${bank} 留存的版本，最新的在前：\n`,
    });
  const shown = options.all ? incidents : incidents.slice(0, MOST_INCIDENTS);
  for (const incident of shown) {
    showIncident(incident, bank, options);
    print();
  }
  const older = incidents.length - shown.length;
  if (older > 0)
    tell({
      en: `… and ${older} older: add --all to see them\n`,
      zh: `… 还有 ${older} 个：加 --all 查看\n`,
    });
  for (const { id, reason } of damaged) {
    const what = printable(reason);
    const line = say({ en: `! ${id} is damaged: ${what}`, zh: `! ${id} 已损坏：${what}` });
    print(colors.yellow(line));
  }
  const summary = `${counted(incidents.length, "incident")}, ${formatBytes(bytesOf(incidents))}`;
  const limits = say({
    en: `${summary}, in ${folder}\nAn incident goes after ${KEPT_LIMITS.days} days, or when there are too many.`,
    zh: `${summary}：${folder}\n事件在 ${KEPT_LIMITS.days} 天后，或数量过多时清除。`,
  });
  print(colors.dim(limits));
}

/** When, what happened, and the docs. */
function showIncident(incident: KeptIncident, bank: string, options: ListOptions): void {
  const { id, time, rule, words, docs } = incident;
  print(`${colors.bold(localTime(time))}  ${colors.bold(id)}  ${printable(rule)}`);
  if (words !== "") print(`  ${colors.dim(fit(words.replaceAll(/\s+/g, " "), LONGEST_WORDS))}`);
  const shown = options.all ? docs : docs.slice(0, MOST_DOCS);
  for (const record of shown) {
    print(`  ${printable(record.doc)}`);
    const there = onDisk(bank, record);
    const doc = docs.length > 1 ? record.doc : undefined;
    const toNote = (which: Which) =>
      there.includes(which)
        ? colors.dim(say({ en: "on disk now", zh: "磁盘上现有" }))
        : colors.cyan(restoreCommand(id, options, doc, there.length === 0 ? which : undefined));
    printTable(
      (["before", "after"] as const).map((which) => [
        `    ${say({ en: which, zh: which === "before" ? "改动前" : "改动后" })}`,
        describeBytes(record[which]?.bytes).padEnd(SIZE),
        toNote(which),
      ]),
    );
  }
  const more = docs.length - shown.length;
  if (more > 0)
    tell({
      en: `  … and ${more} more: add --all to see them`,
      zh: `  … 还有 ${more} 个：加 --all 查看`,
    });
}

/** The exact command that brings versions back, as it is typed from here. */
export function restoreCommand(
  id: string,
  { dir, bank }: ListOptions,
  doc?: string,
  which?: Which,
): string {
  return [
    `memory-bank restore ${id}`,
    ...(doc === undefined ? [] : [toShellWord(doc)]),
    ...(which === undefined ? [] : ["--which", which]),
    ...(dir === "." ? [] : ["--dir", toShellWord(dir)]),
    ...(bank === undefined ? [] : ["--bank", toShellWord(bank)]),
  ].join(" ");
}
