import { counted, formatBytes } from "./format.ts";
import type { BankLocation } from "../io/bank/find-bank.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { listKept } from "../io/kept/kept-versions.ts";
import { hideValues } from "../secrets/hide-values.ts";
import { say } from "./say.ts";

export type Kept = ReturnType<typeof openKept>;

/** The incidents whose versions are kept for one bank, newest first. */
export function openKept({ bank }: Pick<BankLocation, "bank">) {
  const folder = stateFolderOf(bank);
  // Earlier versions of this product stored the words of a command without masking secrets.
  const incidents = listKept(folder).map((incident) => {
    return { ...incident, words: hideValues(incident.words) };
  });
  const versions = incidents.flatMap(({ docs }) => docs.flatMap((doc) => [doc.before, doc.after]));
  const bytes = versions.reduce((sum, version) => sum + (version?.bytes ?? 0), 0);
  return { bank, folder, incidents, bytes };
}

export function describeKept(count: number, { bytes, folder }: Pick<Kept, "bytes" | "folder">) {
  const [all, size] = [counted(count, "incident"), formatBytes(bytes)];
  return say({ en: `${all}, ${size}: ${folder}`, zh: `${all}，${size}：${folder}` });
}
