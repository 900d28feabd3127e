import type * as ChildProcess from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Os from "node:os";
import { join } from "node:path";
import type { MergeLines } from "../../merge/merging.ts";
import type { Versions } from "../../merge/versions.ts";

/** What git writes around a conflict. */
export interface MarkerStyle {
  readonly ours: string;
  readonly theirs: string;
  /** How long its markers are. */
  readonly size: number;
}

export const PLAIN_MARKERS: MarkerStyle = { ours: "ours", theirs: "theirs", size: 7 };

/** Most docs are merged without asking git: what that takes is loaded for those that are not. */
function load(name: string) {
  return createRequire(import.meta.url)(name);
}

/** Beyond it git says that it failed. */
const MOST_CONFLICTS = 127;

/** Git's own merge of three files into a fourth. Undefined where git refuses, as it does for binary files. */
export function gitMergeFile(
  files: Versions<string>,
  into: string,
  { ours, theirs, size }: MarkerStyle,
): number | undefined {
  const labels = [ours, "base", theirs].flatMap((label) => ["-L", label]);
  const args = ["merge-file", "-p", "-q", `--marker-size=${size}`, ...labels];
  const { spawnSync }: typeof ChildProcess = load("node:child_process");
  const output = openSync(into, "wx");
  try {
    const { status, error } = spawnSync("git", [...args, files.ours, files.base, files.theirs], {
      stdio: ["ignore", output, "ignore"],
    });
    if (error !== undefined) throw error;
    return status === null || status > MOST_CONFLICTS ? undefined : status;
  } finally {
    closeSync(output);
  }
}

/** The same for texts. */
export function makeMergeLines(style: MarkerStyle = PLAIN_MARKERS): MergeLines {
  return ({ base, ours, theirs }) => {
    const { tmpdir }: typeof Os = load("node:os");
    const folder = mkdtempSync(join(tmpdir(), "memory-bank-merge-"));
    try {
      const write = (name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const into = join(folder, "merged");
      const files = {
        base: write("base", base),
        ours: write("ours", ours),
        theirs: write("theirs", theirs),
      };
      const conflicts = gitMergeFile(files, into, style);
      if (conflicts === undefined) throw new Error("git merge-file refused a text");
      return { text: readFileSync(into, "utf8"), conflicts };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
