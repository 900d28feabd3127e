import { lstatSync, mkdirSync, readFileSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import { attempt } from "../disk/read.ts";
import { isUnfinished, replaceFile, syncFolder } from "../disk/replace-file.ts";
import { askGit } from "../disk/run-git.ts";
import type { Step } from "./plan-journal.ts";

/** A bank while a plan is applied to it. */
export interface Work {
  readonly bank: string;
  /** A path in the bank as shown to people; without a path, the bank itself. */
  readonly shown: (path?: string) => string;
  /** Notes a doc's new bytes before they are written. Undefined: the doc will be removed. */
  readonly note: (doc: string, bytes: Uint8Array | undefined) => void;
}

export type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  /** A link, a folder or a device, at the path or in place of one of its folders. */
  | { readonly kind: "other" };

/** Still throws on other failures of the disk: a doc that cannot be looked at is not absent. */
const OR_NOTHING = { throwIfNoEntry: false } as const;

/** What is at a path in the bank. A link on the way is never followed. */
export function lookAt({ bank }: Work, path: string): Found {
  for (const folder of foldersOf(path)) {
    const stats = lstatSync(join(bank, folder), OR_NOTHING);
    if (stats === undefined) return { kind: "absent" };
    if (!stats.isDirectory()) return { kind: "other" };
  }
  const file = join(bank, path);
  const stats = lstatSync(file, OR_NOTHING);
  if (stats === undefined) return { kind: "absent" };
  if (!stats.isFile()) return { kind: "other" };
  return { kind: "file", bytes: readFileSync(file), mode: stats.mode };
}

/**
 * Does the steps that are not done yet. The disk tells how far each step has got, so that this function may be
 * interrupted at any point and called again. A file that is neither as before the step nor as after it was changed by
 * somebody else: it stays, and `onOther` is told.
 */
export function doSteps(work: Work, steps: readonly Step[], onOther: (step: Step) => void): void {
  for (const step of steps) {
    const progress = progressOf(work, step);
    if (progress === "other") onOther(step);
    if (progress === "due") write(work, step);
  }
  tidy(work, steps);
}

/** The steps that undo these. */
export function invert(steps: readonly Step[]): Step[] {
  return steps.toReversed().map((step) => ({ ...step, before: step.after, after: step.before }));
}

function progressOf(work: Work, { path, before, after }: Step): "due" | "done" | "other" {
  const here = lookAt(work, path);
  if (isVersion(here, after)) return "done";
  return isVersion(here, before) ? "due" : "other";
}

function isVersion(found: Found, version: string | undefined): boolean {
  if (found.kind !== "file") return found.kind === "absent" && version === undefined;
  return toBytes(version)?.equals(found.bytes) === true;
}

export function toBytes(version: string | undefined): Buffer | undefined {
  return version === undefined ? undefined : Buffer.from(version, "base64");
}

function write(work: Work, { path, after, mode, other }: Step): void {
  const { bank, note } = work;
  const file = join(bank, path);
  const bytes = toBytes(after);
  note(path, bytes);
  if (bytes === undefined) return unlinkSync(file);
  if (other !== undefined && isVersion(lookAt(work, other), after)) {
    note(other, undefined);
    mkdirSync(dirname(file), { recursive: true });
    // If there is no git, or git does not have the doc, it is written here, and the next step removes the old one.
    askGit(bank, ["mv", "--", other, path]);
  }
  replaceFile(file, bytes, { mode });
}

/** Removes temporary files and empty folders, and makes what is done survive a power cut. */
function tidy({ bank }: Work, steps: readonly Step[]): void {
  const paths = steps.map(({ path }) => path);
  for (const folder of new Set(paths.map((path) => dirname(join(bank, path))))) {
    for (const name of attempt(() => readdirSync(folder), []).filter(isUnfinished))
      attempt(() => unlinkSync(join(folder, name)), undefined);
    syncFolder(folder);
  }
  const folders = new Set(paths.flatMap((path) => foldersOf(path).toReversed()));
  for (const folder of folders) attempt(() => rmdirSync(join(bank, folder)), undefined);
}
