import type { Text } from "../types.ts";
import { posix, relative, resolve, sep } from "node:path";
import { insideBank } from "../bank/doc-paths.ts";
import { readDoc } from "../io/bank/doc-file.ts";
import type { KeptRecord, Which } from "../io/kept/kept-versions.ts";
import { type KeptIncident, readKept } from "../io/kept/kept-versions.ts";
import { printable } from "./format.ts";
import { type Kept, isVersion } from "./kept.ts";
import { nearest } from "./nearest.ts";
import { Stop } from "./stop.ts";

/** A version to bring back, and what it would replace. */
export interface Choice {
  readonly incident: KeptIncident;
  readonly doc: string;
  readonly which: Which;
  readonly current: Uint8Array | undefined;
  readonly version: Uint8Array | undefined;
}

export function chooseVersion(
  { bank, folder }: Kept,
  incident: KeptIncident,
  record: KeptRecord,
  asked: Which | undefined,
): Choice {
  const { id } = incident;
  const { doc } = record;
  const name = printable(doc);
  const current = readDoc(bank, doc);
  const which = asked ?? theOther(record, current, id);
  if (isVersion(record[which], current))
    throw new Stop(1, {
      en: `${name} is already as it was ${which} the change`,
      zh: `${name} 已经是改动${which === "before" ? "前" : "后"}的样子`,
    });
  return { incident, doc, which, current, version: readKept(folder, id, doc, which) };
}

/** Who calls restore wants the version that is not there. */
function theOther(record: KeptRecord, current: Uint8Array | undefined, id: string): Which {
  if (isVersion(record.before, current)) return "after";
  if (isVersion(record.after, current)) return "before";
  const name = printable(record.doc);
  throw new Stop(2, {
    en: `${name} has changed since ${id}: choose with --which before or --which after (add --dry-run to look first)`,
    zh: `${name} 在 ${id} 之后又有改动：请用 --which before 或 --which after 选择（可加 --dry-run 先查看）`,
  });
}

export function findIncident({ incidents, damaged, bank }: Kept, id: string): KeptIncident {
  const found = incidents.find((incident) => incident.id === id);
  if (found !== undefined) return found;
  const broken = damaged.find((incident) => incident.id === id);
  if (broken !== undefined)
    throw new Stop(2, {
      en: `${id} is damaged: ${broken.reason}. What is left is in ${broken.folder}`,
      zh: `${id} 已损坏：${broken.reason}。剩下的内容在 ${broken.folder}`,
    });
  const ids = incidents.map((incident) => incident.id);
  const guess = nearest(id, ids);
  if (guess === undefined) throw new Stop(1, nothingKept(bank));
  throw new Stop(2, {
    en: `there is no ${printable(id)}. Did you mean ${guess}?`,
    zh: `没有 ${printable(id)}。你是不是想用 ${guess}？`,
  });
}

export function nothingKept(bank: string): Text {
  return { en: `nothing is kept aside for ${bank}`, zh: `${bank} 没有留存任何版本` };
}

/** The doc may be named as it is in the bank, or as a path from here. Undefined when it is not told. */
export function findRecord(
  { docs }: KeptIncident,
  { bank, name }: Kept,
  doc: string | undefined,
): KeptRecord | undefined {
  if (doc === undefined) return docs.length === 1 ? docs[0] : undefined;
  const plain = posix.normalize(doc);
  const names = new Set([
    doc,
    plain,
    insideBank(plain, name),
    relative(bank, resolve(doc)).replaceAll(sep, "/"),
  ]);
  return docs.find((record) => names.has(record.doc));
}
