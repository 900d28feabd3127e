import { posix, relative, resolve } from "node:path";
import { insideBank } from "../bank/doc-paths.ts";
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
  /** The bank's path from its project's folder. */
  readonly name: string;
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

export function openKept({ bank, name }: Pick<BankLocation, "bank" | "name">): Kept {
  const folder = stateFolderOf(bank);
  const damaged: DamagedIncident[] = [];
  const stored = listKept(folder, (incident) => damaged.push(incident));
  // Incidents of earlier versions have the words as they were.
  const incidents = stored.map((incident) => ({ ...incident, words: hideValues(incident.words) }));
  return { bank, name, folder, incidents, damaged };
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
  const incident = findIncident(kept, id);
  const choices = recordsOf(incident, kept, asked.doc).flatMap((record): Choice[] => {
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

function findIncident({ incidents, damaged }: Kept, id: string): KeptIncident {
  const found = incidents.find((incident) => incident.id === id);
  if (found !== undefined) return found;
  const broken = damaged.find((incident) => incident.id === id);
  throw new Stop(
    2,
    broken === undefined
      ? {
          en: `there is no ${printable(id)}. To see what there is: memory-bank restore`,
          zh: `没有 ${printable(id)}。查看现有的：memory-bank restore`,
        }
      : {
          en: `${id} is damaged: ${broken.reason}. What is left is in ${broken.folder}`,
          zh: `${id} 已损坏：${broken.reason}。剩下的内容在 ${broken.folder}`,
        },
  );
}

/** A doc may be named as it is in the bank, or as a path from here or from the project's folder. */
function recordsOf(
  { id, docs }: KeptIncident,
  { bank, name }: Kept,
  doc: string | undefined,
): readonly KeptRecord[] {
  if (doc === undefined) return docs;
  const fromHere = toSlashes(relative(bank, resolve(doc)));
  const names = new Set([doc, insideBank(posix.normalize(doc), name), fromHere]);
  const found = docs.filter((record) => names.has(record.doc));
  if (found.length > 0) return found;
  throw new Stop(2, {
    en: `${id} holds no doc ${printable(doc)}`,
    zh: `${id} 不含文档 ${printable(doc)}`,
  });
}
