import { colors } from "./colors.ts";
import type { KeptRecord, Which } from "../io/incident.ts";
import type { KeptIncident } from "../io/kept-versions.ts";
import { KEPT_LIMITS } from "../io/prune-kept.ts";
import {
  count,
  describeBytes,
  fit,
  formatBytes,
  localTime,
  printable,
  terminalWidth,
  toShellWord,
} from "./format.ts";
import { type Kept, bytesOf, onDisk } from "./kept.ts";

const MOST_INCIDENTS = 10;
const MOST_DOCS = 5;

export interface ListOptions {
  readonly dir: string;
  readonly all?: true;
}

/** What is kept, with the command that brings each version back. */
export function showKept(kept: Kept, options: ListOptions): void {
  const { bank, folder, incidents, damaged } = kept;
  if (incidents.length > 0) console.log(`Kept aside for ${bank}, the newest first:\n`);
  const shown = options.all ? incidents : incidents.slice(0, MOST_INCIDENTS);
  for (const incident of shown) {
    showIncident(incident, bank, options);
    console.log();
  }
  if (shown.length < incidents.length)
    console.log(`… and ${incidents.length - shown.length} older: add --all to see them\n`);
  for (const { id, reason } of damaged)
    console.log(colors.yellow(`! ${id} is damaged: ${printable(reason)}`));
  const bytes = incidents.reduce((sum, incident) => sum + bytesOf(incident), 0);
  console.log(
    colors.dim(`${count(incidents.length, "incident")}, ${formatBytes(bytes)}, in ${folder}`),
  );
  console.log(
    colors.dim(`An incident goes after ${KEPT_LIMITS.days} days, or when there are too many.`),
  );
}

/** When, what happened, and the docs. */
export function showIncident(incident: KeptIncident, bank: string, options: ListOptions): void {
  const { id, time, rule, words, docs } = incident;
  const width = terminalWidth();
  console.log(`${colors.bold(localTime(time))}  ${colors.bold(id)}  ${fit(rule, width - 41)}`);
  if (words !== "") console.log(`  ${colors.dim(fit(words.replaceAll(/\s+/g, " "), width - 2))}`);
  const shown = options.all ? docs : docs.slice(0, MOST_DOCS);
  for (const record of shown) showRecord(record, incident, bank, options);
  if (shown.length < docs.length)
    console.log(`  … and ${docs.length - shown.length} more: add --all to see them`);
}

function showRecord(
  record: KeptRecord,
  incident: KeptIncident,
  bank: string,
  options: ListOptions,
): void {
  console.log(`  ${printable(record.doc)}`);
  const there = onDisk(bank, record);
  for (const which of ["before", "after"] as const) {
    const size = describeBytes(record[which]?.bytes);
    console.log(`    ${which.padEnd(6)}  ${size.padEnd(9)}  ${toNote(which)}`);
  }

  function toNote(which: Which): string {
    if (there.includes(which)) return colors.dim("on disk now");
    if (record.tooLarge) return colors.yellow("too large to be kept");
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
        tooLarge: record.tooLarge,
        onDisk: onDisk(bank, record),
      })),
    })),
    damaged,
  };
}
