import { createHash } from "node:crypto";
import { REAL_DISK } from "../disk/disk.ts";

export interface FoundVersion {
  readonly before: Uint8Array | undefined;
  /** Undefined where the file is gone. */
  readonly after: Uint8Array | undefined;
}

/** Which of these versions git has stored: both, as far as there are two, the old one, or not even that. */
export function knownToGit(
  folder: string,
  versions: readonly FoundVersion[],
): readonly ("both" | "old" | "none")[] {
  try {
    const format = REAL_DISK.git(folder, ["rev-parse", "--show-object-format"], "").trim();
    const nameOf = (bytes: Uint8Array | undefined) => bytes && blobName(bytes, format);
    const names = versions.flatMap(({ before, after }) => [nameOf(before), nameOf(after)]);
    const asked = names.map((name) => `${name ?? "HEAD"}\n`).join("");
    const answers = REAL_DISK.git(folder, ["cat-file", "--batch-check"], asked).split("\n");
    const has = (index: number) =>
      names[index] === undefined || / blob \d+$/.test(answers[index] ?? "");
    return versions.map((_, index) =>
      has(2 * index) ? (has(2 * index + 1) ? "both" : "old") : "none",
    );
  } catch {
    return versions.map(() => "none");
  }
}

function blobName(bytes: Uint8Array, algorithm: string): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
