import { createHash } from "node:crypto";
import { askGit } from "../disk/run-git.ts";
import type { SnapshotChange } from "./bank-snapshot.ts";

/** For each change, which versions git has stored: both (or the only one there is), only the old one, or none. */
export function knownToGit(
  folder: string,
  changes: readonly SnapshotChange[],
): readonly ("both" | "old" | "none")[] {
  const names = changes
    .flatMap(({ before, after }) => [before?.bytes, after?.bytes])
    .map((bytes) => bytes && blobName(bytes));
  const asked = names.map((name) => `${name ?? "HEAD"}\n`).join("");
  const answers = (askGit(folder, ["cat-file", "--batch-check"], asked) ?? "").split("\n");
  const has = (index: number) =>
    names[index] === undefined || / blob \d+$/.test(answers[index] ?? "");
  return changes.map((_, index) =>
    has(2 * index) ? (has(2 * index + 1) ? "both" : "old") : "none",
  );
}

function blobName(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
