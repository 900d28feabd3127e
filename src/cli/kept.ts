import { relative, resolve } from "node:path";
import { readDoc } from "../io/bank/doc-file.ts";
import type { BankLocation } from "../io/bank/find-bank.ts";
import { toSlashes } from "../io/disk/paths.ts";
import { attempt } from "../io/disk/read.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import {
  type DamagedIncident,
  type KeptIncident,
  type KeptRecord,
  type Which,
  listKept,
  readKept,
  toVersion,
} from "../io/kept/kept-versions.ts";
import { hideValues } from "../secrets/hide-values.ts";
import { printable } from "./format.ts";
import { Stop } from "./stop.ts";

/** What is kept aside for one bank. */
export interface Kept {
  readonly bank: string;
  readonly folder: string;
  /** The newest first. */
  readonly incidents: readonly KeptIncident[];
  readonly damaged: readonly DamagedIncident[];
}

/** A version to bring back, and what it would replace. */
export interface Choice {
  readonly incident: KeptIncident;
  readonly doc: string;
  readonly which: Which;
  readonly current: Uint8Array | undefined;
  readonly version: Uint8Array | undefined;
}

export function openKept({ bank }: Pick<BankLocation, "bank">): Kept {
  const folder = stateFolderOf(bank);
  const damaged: DamagedIncident[] = [];
  const stored = listKept(folder, (incident) => damaged.push(incident));
  // Incidents of earlier versions have the words as they were.
  const incidents = stored.map((incident) => ({ ...incident, words: hideValues(incident.words) }));
  return { bank, folder, incidents, damaged };
}

/** Of all versions of these incidents. */
export function bytesOf(incidents: readonly KeptIncident[]): number {
  const versions = incidents.flatMap(({ docs }) =>
    docs.flatMap(({ before, after }) => [before, after]),
  );
  return versions.reduce((sum, version) => sum + (version?.bytes ?? 0), 0);
}

/** The versions that are on disk now. A doc that cannot be looked at is neither. */
export function onDisk(bank: string, record: KeptRecord): readonly Which[] {
  return attempt(() => sameAs(record, readDoc(bank, record.doc)), []);
}

/** Undefined stands for "no such file" on both sides. */
function sameAs(record: KeptRecord, bytes: Uint8Array | undefined): Which[] {
  const hash = toVersion(bytes)?.hash;
  return (["before", "after"] as const).filter((which) => record[which]?.hash === hash);
}

/**
 * The versions of an incident that were asked for and are not on disk, of one doc or of all; unless said, the other
 * ones than those that are there.
 */
export function chooseVersions(
  kept: Kept,
  id: string,
  asked: { readonly doc: string | undefined; readonly which: Which | undefined },
): Choice[] {
  const { bank, folder } = kept;
  const incident = kept.incidents.find((each) => each.id === id);
  if (incident === undefined) {
    throw new Stop(2, {
      en: `there is no ${printable(id)}. To see what there is: memory-bank restore`,
      zh: `没有 ${printable(id)}。查看现有的：memory-bank restore`,
    });
  }
  const choices = recordsOf(incident, bank, asked.doc).flatMap((record): Choice[] => {
    const { doc } = record;
    const current = readDoc(bank, doc);
    const there = sameAs(record, current);
    if (asked.which === undefined && there.length === 0) {
      const name = printable(doc);
      throw new Stop(2, {
        en: `${name} has changed since ${id}: choose with --which before or --which after (add --dry-run to look first)`,
        zh: `${name} 在 ${id} 之后又有改动：请用 --which before 或 --which after 选择（可加 --dry-run 先查看）`,
      });
    }
    const which = asked.which ?? (there.includes("before") ? "after" : "before");
    if (there.includes(which)) return [];
    return [{ incident, doc, which, current, version: readKept(folder, id, doc, which) }];
  });
  if (choices.length > 0) return choices;
  throw new Stop(1, {
    en: `there is nothing to bring back from ${id}: the docs are already so`,
    zh: `${id} 中没有需要恢复的：文档已经是那样`,
  });
}

/** A doc may be named as it is in the bank, or as a path from here. */
function recordsOf(
  { id, docs }: KeptIncident,
  bank: string,
  doc: string | undefined,
): readonly KeptRecord[] {
  if (doc === undefined) return docs;
  const fromHere = toSlashes(relative(bank, resolve(doc)));
  const found = docs.filter((record) => record.doc === doc || record.doc === fromHere);
  if (found.length > 0) return found;
  throw new Stop(2, {
    en: `${id} holds no doc ${printable(doc)}`,
    zh: `${id} 不含文档 ${printable(doc)}`,
  });
}
