import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

const PATIENCE = 5000;

export interface FoundVersion {
  /** Inside the folder that git is asked in. */
  readonly path: string;
  readonly before: Uint8Array | undefined;
  /** Undefined where the file is gone. */
  readonly after: Uint8Array | undefined;
}

/**
 * Which of these are git's own doing: contents that it has stored, and files gone whose content it has
 * stored and which its commit does not have. A switch or a pull did it, not the agent's words.
 */
export function knownToGit(folder: string, versions: readonly FoundVersion[]): boolean[] {
  try {
    const format = git(folder, ["rev-parse", "--show-object-format"]).trim();
    const algorithm = format === "sha256" ? format : "sha1";
    const names = versions.flatMap(({ path, before, after }) => [
      blobName(after ?? before ?? new Uint8Array(), algorithm),
      `HEAD:./${path}`,
    ]);
    const answers = git(folder, ["cat-file", "--batch-check"], `${names.join("\n")}\n`).split("\n");
    const isBlob = (index: number) => / blob \d+$/.test(answers[index] ?? "");
    return versions.map(
      ({ after }, index) => isBlob(2 * index) && (after !== undefined || !isBlob(2 * index + 1)),
    );
  } catch {
    return versions.map(() => false);
  }
}

function git(folder: string, args: readonly string[], input = ""): string {
  return execFileSync("git", args, {
    cwd: folder,
    input,
    encoding: "utf8",
    timeout: PATIENCE,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function blobName(bytes: Uint8Array, algorithm: string): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
