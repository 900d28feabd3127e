import { dirname, join } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import { NEXT_BYTES } from "../../bank/layout.ts";
import { codeOf } from "../disk/disk-error.ts";
import { type Disk, unlessRefused } from "../disk/disk.ts";
import { hashOf } from "../kept/kept-versions.ts";
import type { Step } from "./plan-journal.ts";

/** A bank while a plan is applied to it. */
export interface Work {
  readonly disk: Disk;
  readonly bank: string;
  /** A path in the bank as a person knows it; the bank's own. */
  readonly shown: (path?: string) => string;
  /** Says what becomes of a doc, before it does. Undefined: it goes. */
  readonly note: (doc: string, bytes: Uint8Array | undefined) => void;
}

export type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  /** A link, a folder or a device: here, or where a folder of the path should be. */
  | { readonly kind: "other" };

/** What is at a path in the bank. A link on the way is never followed. */
export function lookAt({ disk, bank }: Work, path: string): Found {
  for (const folder of foldersOf(path)) {
    const stats = disk.lstat(join(bank, folder));
    if (stats === undefined) return { kind: "absent" };
    if (!stats.isDirectory()) return { kind: "other" };
  }
  const file = join(bank, path);
  const stats = disk.lstat(file);
  if (stats === undefined) return { kind: "absent" };
  if (!stats.isFile()) return { kind: "other" };
  return { kind: "file", bytes: disk.read(file), mode: stats.mode & 0o7777 };
}

/**
 * Does what is left to do of each step; what is on disk tells how far each has got, so that this may be
 * stopped at any point and called again. Files that are neither as they were before the step nor as they
 * are after it are somebody's: they stay, and `onOther` is told.
 */
export function doSteps(work: Work, steps: readonly Step[], onOther: (step: Step) => void): void {
  for (const step of steps) {
    const progress = progressOf(work, step);
    if (progress === "other") onOther(step);
    if (progress !== "due") continue;
    if (step.kind === "move") move(work, step.path, step.to);
    else write(work, step.path, toBytes(step.after), step.mode);
  }
  tidy(work, steps);
}

/** The steps that take these back. */
export function invert(steps: readonly Step[]): Step[] {
  return steps
    .toReversed()
    .map((step) =>
      step.kind === "move"
        ? { ...step, path: step.to, to: step.path }
        : { ...step, before: step.after, after: step.before },
    );
}

export function progressOf(work: Work, step: Step): "due" | "done" | "other" {
  const here = lookAt(work, step.path);
  if (step.kind === "write") {
    if (isVersion(here, step.after)) return "done";
    return isVersion(here, step.before) ? "due" : "other";
  }
  const there = lookAt(work, step.to);
  if (here.kind === "absent" && there.kind === "file") return "done";
  const isOld = here.kind === "file" && hashOf(here.bytes) === step.hash;
  return isOld && there.kind === "absent" ? "due" : "other";
}

function isVersion(found: Found, version: string | undefined): boolean {
  if (found.kind !== "file") return found.kind === "absent" && version === undefined;
  return toBytes(version)?.equals(found.bytes) === true;
}

export function toBytes(version: string | undefined): Buffer | undefined {
  return version === undefined ? undefined : Buffer.from(version, "base64");
}

function write({ disk, bank, note }: Work, path: string, bytes?: Buffer, mode?: number): void {
  note(path, bytes);
  if (bytes === undefined) return disk.unlink(join(bank, path));
  const next = join(bank, dirname(path), NEXT_BYTES);
  makeFolder(disk, dirname(next));
  unlessRefused(() => disk.unlink(next));
  disk.write(next, bytes, mode);
  disk.sync(next);
  disk.rename(next, join(bank, path));
}

function move({ disk, bank, note }: Work, path: string, to: string): void {
  makeFolder(disk, dirname(join(bank, to)));
  note(to, disk.read(join(bank, path)));
  note(path, undefined);
  if (!hasGitMoved(disk, bank, path, to)) disk.rename(join(bank, path), join(bank, to));
}

/** False where there is no git, or where git does not have the doc. */
function hasGitMoved(disk: Disk, bank: string, path: string, to: string): boolean {
  try {
    disk.git(bank, ["mv", "--", path, to], "");
    return true;
  } catch (error) {
    const isRefusal = codeOf(error) !== undefined || (error instanceof Error && "status" in error);
    if (!isRefusal) throw error;
    return disk.lstat(join(bank, path)) === undefined;
  }
}

function makeFolder(disk: Disk, folder: string): void {
  if (disk.lstat(folder) !== undefined) return;
  makeFolder(disk, dirname(folder));
  disk.makeFolder(folder);
}

/** Nothing stays of a write that was stopped, no folder that a doc left empty; and what is done outlasts a power cut. */
export function tidy({ disk, bank }: Work, steps: readonly Step[]): void {
  const paths = steps.flatMap((step) => (step.kind === "move" ? [step.path, step.to] : step.path));
  for (const folder of new Set(paths.map((path) => dirname(join(bank, path))))) {
    unlessRefused(() => disk.unlink(join(folder, NEXT_BYTES)));
    unlessRefused(() => disk.sync(folder));
  }
  const folders = new Set(paths.flatMap((path) => foldersOf(path).toReversed()));
  for (const folder of folders) unlessRefused(() => disk.removeFolder(join(bank, folder)));
}
