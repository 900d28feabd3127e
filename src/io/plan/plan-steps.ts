import { join } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import { unlessRefused } from "../disk/disk.ts";
import type { Journal, Step } from "./plan-journal.ts";
import {
  type Found,
  type Work,
  isVersion,
  lookAt,
  lookAtOld,
  makeFolders,
  put,
  removeEmptyFolders,
  save,
  take,
} from "./plan-files.ts";
import { pathsOf } from "./plan-paths.ts";
import { newFile, oldFile } from "./staging.ts";

/** A step that met a doc which is neither the old one nor the new one, and left it. */
export interface Conflict {
  readonly step: Step;
  readonly at: number;
}

/**
 * Does what is left to do of each step, however far it had got: what is on disk tells. May be stopped
 * at any point and called again.
 */
export function finishSteps(
  work: Work,
  { steps }: Journal,
  onConflict: (conflict: Conflict) => void,
): void {
  for (const [at, step] of steps.entries()) {
    if (!finishStep(work, step, at) || isChangedOld(work, step, at)) onConflict({ step, at });
  }
}

/** Somebody has changed it in the moment between looking and taking. */
function isChangedOld(work: Work, step: Step, at: number): boolean {
  const old = lookAtOld(work, at);
  return old.kind === "file" && old.hash !== step.before;
}

/** False for a conflict. */
function finishStep(work: Work, step: Step, at: number): boolean {
  const { path, to, before, after } = step;
  const here = lookAt(work, path);
  switch (step.kind) {
    case "create":
      if (here.kind === "absent") put(work, step, at, path);
      return here.kind === "absent" || isVersion(here, after);
    case "edit":
      if (isVersion(here, after)) return true;
      if (here.kind !== "file" || here.hash !== before) return false;
      save(work, step, at, here.bytes);
      put(work, step, at, path);
      return true;
    case "remove":
      if (isVersion(here, before)) take(work, path, at);
      return here.kind === "absent" || isVersion(here, before);
    case "move":
      return finishMove(work, step, at, to ?? path);
  }
}

function finishMove(work: Work, step: Step, at: number, to: string): boolean {
  const { path, before, after, text } = step;
  const here = lookAt(work, path);
  const there = lookAt(work, to);
  const isThere = isVersion(there, text === undefined ? before : after);
  if (here.kind === "absent") return isThere;
  if (here.kind !== "file" || here.hash !== before) return false;
  if (!isThere && there.kind !== "absent") return false;
  if (isThere) {
    take(work, path, at);
  } else if (text === undefined) {
    makeFolders(work, to);
    work.note(to, here.bytes);
    work.note(path, undefined);
    work.disk.rename(join(work.bank, path), join(work.bank, to));
  } else {
    put(work, step, at, to);
    take(work, path, at);
  }
  return true;
}

/** What outlasts a power cut, and which folders go. From here on nothing is undone. */
export function settleSteps(work: Work, { steps }: Journal): void {
  const folders = new Set(steps.flatMap(pathsOf).map((path) => foldersOf(path).at(-1) ?? ""));
  for (const folder of folders) unlessRefused(() => work.disk.sync(join(work.bank, folder)));
  for (const { kind, path } of steps) {
    if (kind === "remove" || kind === "move") removeEmptyFolders(work, path);
  }
}

/** Takes back what was done of each step. May be stopped at any point and called again. */
export function undoSteps(work: Work, { steps, folders }: Journal): Conflict[] {
  const conflicts = steps
    .map((step, at) => ({ step, at }))
    .toReversed()
    .filter(({ step, at }) => !undoStep(work, step, at));
  for (const folder of folders.toReversed())
    unlessRefused(() => work.disk.removeFolder(join(work.bank, folder)));
  return conflicts;
}

function undoStep(work: Work, step: Step, at: number): boolean {
  switch (step.kind) {
    case "create":
      return undoPut(work, step, at, step.path);
    case "edit":
      return undoEdit(work, step, at);
    case "remove":
      return undoTake(work, step, at);
    case "move":
      if (step.text !== undefined)
        return undoTake(work, step, at) && undoPut(work, step, at, step.to ?? step.path);
      return undoTake(work, step, at) && undoShift(work, step, step.to ?? step.path);
  }
}

function undoPut({ disk, bank, area, ...work }: Work, step: Step, at: number, path: string) {
  const here = lookAt({ disk, bank }, path);
  // While the new bytes are still in the staging folder, what is here came from somebody else.
  if (here.kind === "absent" || disk.lstat(newFile(area, at)) !== undefined) return true;
  if (!isVersion(here, step.after)) return false;
  work.note(path, undefined);
  disk.rename(join(bank, path), newFile(area, at));
  return true;
}

function undoEdit(work: Work, step: Step, at: number): boolean {
  const here = lookAt(work, step.path);
  if (isVersion(here, step.before)) return true;
  const old = lookAtOld(work, at);
  if (!isVersion(here, step.after) || old.kind !== "file") return old.kind === "absent";
  putOld(work, step, at, old);
  return true;
}

function undoTake(work: Work, step: Step, at: number): boolean {
  const old = lookAtOld(work, at);
  if (old.kind !== "file") return true;
  const here = lookAt(work, step.path);
  if (here.kind !== "absent") return isVersion(here, old.hash);
  makeFolders(work, step.path);
  putOld(work, step, at, old);
  return true;
}

/** Only what the plan had found there is its own doing: what somebody changed since is not explained by it. */
function putOld(work: Work, step: Step, at: number, old: Found): void {
  if (old.kind === "file" && isVersion(old, step.before)) work.note(step.path, old.bytes);
  work.disk.rename(oldFile(work.area, at), join(work.bank, step.path));
}

function undoShift(work: Work, { path, before }: Step, to: string): boolean {
  const there = lookAt(work, to);
  if (lookAt(work, path).kind !== "absent") return true;
  if (there.kind !== "file" || there.hash !== before) return false;
  makeFolders(work, path);
  work.note(path, there.bytes);
  work.note(to, undefined);
  work.disk.rename(join(work.bank, to), join(work.bank, path));
  return true;
}
