import { colors } from "./colors.ts";
import type { KeptRecord, Which } from "../io/kept/kept-versions.ts";
import type { KeptIncident } from "../io/kept/kept-versions.ts";
import { KEPT_LIMITS } from "../io/kept/kept-versions.ts";
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
  if (shown.length < incidents.length)
    print(`${seeAll(incidents.length - shown.length, "older")}\n`);
  for (const { id, reason } of damaged) {
    const what = printable(reason);
    const line = say({ en: `! ${id} is damaged: ${what}`, zh: `! ${id} 已损坏：${what}` });
    print(colors.yellow(line));
  }
  const bytes = incidents.reduce((sum, incident) => sum + bytesOf(incident), 0);
  const summary = `${counted(incidents.length, "incident")}, ${formatBytes(bytes)}`;
  const { days } = KEPT_LIMITS;
  print(colors.dim(say({ en: `${summary}, in ${folder}`, zh: `${summary}：${folder}` })));
  const limits = say({
    en: `An incident goes after ${days} days, or when there are too many.`,
    zh: `事件在 ${days} 天后，或数量过多时清除。`,
  });
  print(colors.dim(limits));
}

function seeAll(count: number, which: "older" | "more"): string {
  return say({
    en: `… and ${count} ${which}: add --all to see them`,
    zh: `… 还有 ${count} 个：加 --all 查看`,
  });
}

/** When, what happened, and the docs. */
export function showIncident(incident: KeptIncident, bank: string, options: ListOptions): void {
  const { id, time, rule, words, docs } = incident;
  print(`${colors.bold(localTime(time))}  ${colors.bold(id)}  ${printable(rule)}`);
  if (words !== "") print(`  ${colors.dim(fit(words.replaceAll(/\s+/g, " "), LONGEST_WORDS))}`);
  const shown = options.all ? docs : docs.slice(0, MOST_DOCS);
  for (const record of shown) showRecord(record, incident, bank, options);
  if (shown.length < docs.length) print(`  ${seeAll(docs.length - shown.length, "more")}`);
}

function showRecord(
  record: KeptRecord,
  incident: KeptIncident,
  bank: string,
  options: ListOptions,
): void {
  print(`  ${printable(record.doc)}`);
  const there = onDisk(bank, record);
  printTable(
    (["before", "after"] as const).map((which) => [
      `    ${say({ en: which, zh: which === "before" ? "改动前" : "改动后" })}`,
      describeBytes(record[which]?.bytes).padEnd(SIZE),
      toNote(which),
    ]),
  );

  function toNote(which: Which): string {
    if (there.includes(which)) return colors.dim(say({ en: "on disk now", zh: "磁盘上现有" }));
    return colors.cyan(
      commandFor(incident, record, there.length === 0 ? which : undefined, options),
    );
  }
}

/** The exact command that brings a version back. */
function commandFor(
  { id, docs }: KeptIncident,
  { doc }: KeptRecord,
  which: Which | undefined,
  { dir }: ListOptions,
): string {
  return [
    "memory-bank restore",
    id,
    ...(docs.length > 1 ? [toShellWord(doc)] : []),
    ...(which === undefined ? [] : ["--which", which]),
    ...(dir === "." ? [] : ["--dir", toShellWord(dir)]),
  ].join(" ");
}

/** The same for scripts. */
export function toKeptReport({ bank, folder, incidents, damaged }: Kept) {
  return {
    bank,
    folder,
    incidents: incidents.map(({ id, time, rule, words, docs }) => ({
      id,
      time: new Date(time).toISOString(),
      rule,
      words,
      docs: docs.map((record) => ({
        doc: record.doc,
        before: record.before ?? null,
        after: record.after ?? null,
        onDisk: onDisk(bank, record),
      })),
    })),
    damaged,
  };
}
