import { join } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { codeOf } from "../disk/disk-error.ts";
import { type KeptDoc, hashOf } from "../kept/incident.ts";
import type { Step } from "./plan-journal.ts";
import { newFile, oldFile, unfinishedFile } from "./staging.ts";

/** A bank while a plan is applied to it. */
export interface Work {
  readonly disk: Disk;
  readonly bank: string;
  readonly area: string;
  /** Says what becomes of a doc, before it does. Undefined: it goes. */
  readonly note: (doc: string, bytes: Uint8Array | undefined) => void;
  /** Keeps versions of docs aside. Throws where nothing can be kept. */
  readonly keep: (docs: readonly KeptDoc[], plan: string) => string;
  readonly asksGit: boolean;
}

export type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly hash: string; readonly mode: number }
  /** A link, a folder or a device: here, or where a folder of the path should be. */
  | { readonly kind: "other"; readonly path: string };

const ABSENT: Found = { kind: "absent" };

/** What is at a path in the bank. A link on the way is never followed. */
export function lookAt({ disk, bank }: Pick<Work, "disk" | "bank">, path: string): Found {
  for (const folder of foldersOf(path)) {
    const stats = disk.lstat(join(bank, folder));
    if (stats === undefined) return ABSENT;
    if (!stats.isDirectory()) return { kind: "other", path: folder };
  }
  return lookAtFile(disk, join(bank, path), path);
}

/** The old bytes of a step, where they were saved. */
export function lookAtOld({ disk, area }: Work, at: number): Found {
  return lookAtFile(disk, oldFile(area, at), "");
}

function lookAtFile(disk: Disk, file: string, path: string): Found {
  const stats = disk.lstat(file);
  if (stats === undefined) return ABSENT;
  if (!stats.isFile()) return { kind: "other", path };
  const bytes = disk.read(file);
  return { kind: "file", bytes, hash: hashOf(bytes), mode: stats.mode };
}

export function isVersion(found: Found, hash: string | undefined): boolean {
  return found.kind === "file" && found.hash === hash;
}

/** The new bytes of a step, at hand in the staging folder. */
export function stage({ disk, area }: Work, { text = "", after, mode }: Step, at: number): void {
  const file = newFile(area, at);
  if (isVersion(lookAtFile(disk, file, ""), after)) return;
  disk.removeTree(file);
  disk.write(file, text, mode);
  disk.sync(file);
}

/** Moves the new bytes of a step to their place, over what is there. */
export function put(work: Work, step: Step, at: number, path: string): void {
  stage(work, step, at);
  makeFolders(work, path);
  work.note(path, new TextEncoder().encode(step.text));
  work.disk.rename(newFile(work.area, at), join(work.bank, path));
}

/** Moves a doc out of the bank. Whatever it is by now is kept until the plan is done. */
export function take({ disk, bank, area, note }: Work, path: string, at: number): void {
  note(path, undefined);
  disk.rename(join(bank, path), oldFile(area, at));
}

/** Saves a doc that is about to be replaced: as a second name of it, or as a copy where there are none. */
export function save({ disk, bank, area }: Work, step: Step, at: number, bytes: Uint8Array): void {
  const file = oldFile(area, at);
  if (isVersion(lookAtFile(disk, file, ""), step.before)) return;
  disk.removeTree(file);
  if (unlessRefused(() => disk.link(join(bank, step.path), file))) return;
  disk.removeTree(unfinishedFile(file));
  disk.write(unfinishedFile(file), bytes, step.mode);
  disk.rename(unfinishedFile(file), file);
}

export function makeFolders({ disk, bank }: Work, path: string): void {
  for (const folder of foldersOf(path)) {
    if (disk.lstat(join(bank, folder)) === undefined) disk.makeFolder(join(bank, folder));
  }
}

/** Folders that are empty since the doc has gone. */
export function removeEmptyFolders({ disk, bank }: Work, path: string): void {
  for (const folder of foldersOf(path).toReversed()) {
    try {
      disk.removeFolder(join(bank, folder));
    } catch (error) {
      // One that has gone already may have been the last thing in the one around it.
      if (codeOf(error) === "ENOENT") continue;
      if (codeOf(error) === undefined) throw error;
      return;
    }
  }
}
