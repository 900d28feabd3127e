import { mkdirSync, rmdirSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { lstatOf, stampOf } from "../disk/read.ts";
import { type SnapshotChange, type SnapshotEntry, isFolder } from "./bank-snapshot.ts";
import { ChangedMeanwhile, NOTHING, isStill, replaceFile } from "../disk/replace-file.ts";

/** Whether a change can be undone without losing anything: both of its versions are at hand. */
export function canPutBack({ before, after }: SnapshotChange): boolean {
  return before?.kind !== "other" && isAtHand(before) && isAtHand(after);
}

function isAtHand(entry: SnapshotEntry | undefined): boolean {
  return entry?.kind !== "file" || entry.bytes !== undefined;
}

/** Undoes changes in the bank. Returns the paths that were left, because somebody changed them again meanwhile, or a link or a file took the bank's place. */
export function putBack(bank: string, changes: readonly SnapshotChange[]): string[] {
  if (lstatOf(bank) !== undefined && !isFolder(bank)) return changes.map(({ path }) => path);
  const left: string[] = [];
  const attempt = (change: SnapshotChange, act: () => void) => {
    try {
      act();
    } catch {
      left.push(change.path);
    }
  };
  // What came goes first, from the inside out: a folder may stand where a doc was.
  for (const change of changes.toSorted((a, b) => b.path.length - a.path.length)) {
    if (change.after === undefined || isReplaced(change)) continue;
    attempt(change, () => remove(join(bank, change.path), change.after));
  }
  for (const change of changes.toSorted((a, b) => a.path.length - b.path.length)) {
    const { before } = change;
    if (before === undefined) continue;
    attempt(change, () => bringBack(join(bank, change.path), before, change.after));
  }
  return left;
}

/** A doc that is a doc before and after is replaced in one step, so that nobody sees it missing. */
function isReplaced({ before, after }: SnapshotChange): boolean {
  return (
    (before?.kind === "file" && after?.kind === "file") ||
    (before?.kind === "folder" && after?.kind === "folder")
  );
}

function remove(path: string, entry: SnapshotEntry | undefined): void {
  if (entry?.kind === "folder") rmdirSync(path);
  else if (entry?.kind !== "file" || isStill(path, stampOf(entry.stats))) unlinkSync(path);
  else throw new ChangedMeanwhile("changed meanwhile");
}

function bringBack(path: string, entry: SnapshotEntry, present: SnapshotEntry | undefined): void {
  switch (entry.kind) {
    case "folder":
      mkdirSync(path, { recursive: true });
      return;
    case "link":
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(entry.to, path);
      return;
    case "other":
      return;
    case "file":
      if (entry.bytes === undefined) return;
      replaceFile(path, entry.bytes, {
        mode: entry.stats.mode,
        instead: present?.kind === "file" ? stampOf(present.stats) : NOTHING,
      });
  }
}
