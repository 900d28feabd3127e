import { hashOf } from "../io/kept/kept-versions.ts";
import type { KeptRecord, KeptVersion, Which } from "../io/kept/kept-versions.ts";
import { readDoc } from "../io/bank/doc-file.ts";
import { type DamagedIncident, type KeptIncident, listKept } from "../io/kept/kept-versions.ts";
import { hideValues } from "../secrets/hide-values.ts";
import type { BankLocation } from "../io/bank/find-bank.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";

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

export function openKept({ bank, name }: Pick<BankLocation, "bank" | "name">): Kept {
  const folder = stateFolderOf(bank);
  const damaged: DamagedIncident[] = [];
  const stored = listKept(folder, (incident) => damaged.push(incident));
  // Incidents of earlier versions have the words as they were.
  const incidents = stored.map((incident) => ({ ...incident, words: hideValues(incident.words) }));
  return { bank, name, folder, incidents, damaged };
}

export function bytesOf({ docs }: KeptIncident): number {
  return docs.reduce(
    (sum, { before, after }) => sum + (before?.bytes ?? 0) + (after?.bytes ?? 0),
    0,
  );
}

/** Whether the version is what these bytes are; undefined stands for "no such file" on both sides. */
export function isVersion(
  version: KeptVersion | undefined,
  bytes: Uint8Array | undefined,
): boolean {
  if (version === undefined || bytes === undefined) return version === bytes;
  return version.bytes === bytes.length && version.hash === hashOf(bytes);
}

/** The versions that are on disk now. A doc that cannot be looked at is neither. */
export function onDisk(bank: string, record: KeptRecord): readonly Which[] {
  try {
    const current = readDoc(bank, record.doc);
    return (["before", "after"] as const).filter((which) => isVersion(record[which], current));
  } catch {
    return [];
  }
}
