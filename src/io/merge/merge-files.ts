import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Merged, mergeDocs } from "../../merge/merge-docs.ts";
import type { MergeLines } from "../../merge/merging.ts";
import { type Versions, eachVersion } from "../../merge/versions.ts";
import type { Text } from "../../types.ts";
import { readDoc } from "../disk/read.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { inTempFolder } from "../disk/temp-folder.ts";

/** The markers that git writes around a conflict. */
export interface MarkerStyle {
  readonly ours: string;
  readonly theirs: string;
  /** The length of a marker. */
  readonly size: number;
}

export const PLAIN_MARKERS: MarkerStyle = { ours: "ours", theirs: "theirs", size: 7 };

export type MergedFiles = Omit<Merged, "text">;

/** Exit codes above it mean that git failed. */
const MOST_CONFLICTS = 127;
const MOST_OUTPUT = 256 * 1024 * 1024;
const NO_TEXT: Text = {
  en: "it is not UTF-8 text, or longer than a doc; merged as git does",
  zh: "不是 UTF-8 文本，或超过文档的长度；按 git 的方式合并",
};

/**
 * Merges three versions of a doc into our file, as git asks a merge driver to. That file is replaced in one
 * step, once the whole result is there.
 */
export function mergeFiles(files: Versions<string>, style: MarkerStyle): MergedFiles {
  const { base, ours, theirs } = eachVersion(files, readText);
  if (base === undefined || ours === undefined || theirs === undefined)
    return mergeAsText(files, style, NO_TEXT);
  let merged: Merged;
  try {
    merged = mergeDocs({ base, ours, theirs }, makeMergeLines(style));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return mergeAsText(files, style, {
      en: `merging by structure failed (${reason}); merged as text`,
      zh: `按结构合并失败（${reason}）；按文本合并`,
    });
  }
  replaceFile(files.ours, Buffer.from(merged.text));
  return merged;
}

function readText(file: string): string | undefined {
  const doc = readDoc(file);
  return doc.kind === "text" && doc.isUtf8 ? doc.text : undefined;
}

/** Merges by lines, as git would without us. If git refuses, our version stays, marked as in conflict. */
function mergeAsText(files: Versions<string>, style: MarkerStyle, why: Text): MergedFiles {
  const merged = gitMergeFile(files, style);
  if (merged !== undefined) replaceFile(files.ours, merged.bytes);
  return { conflicts: merged?.conflicts ?? 1, notes: [why] };
}

/** Git's own merge of three files. Undefined if git refuses, as for binary files. */
function gitMergeFile({ base, ours, theirs }: Versions<string>, style: MarkerStyle) {
  const labels = [style.ours, "base", style.theirs].flatMap((label) => ["-L", label]);
  const args = ["merge-file", "-p", "-q", `--marker-size=${style.size}`, ...labels];
  const { status, stdout, error } = spawnSync("git", [...args, ours, base, theirs], {
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: MOST_OUTPUT,
  });
  if (error !== undefined) throw error;
  const isMerged = status !== null && status <= MOST_CONFLICTS;
  return isMerged ? { bytes: stdout, conflicts: status } : undefined;
}

/** Git's own merge, for texts in memory. */
export function makeMergeLines(style: MarkerStyle = PLAIN_MARKERS): MergeLines {
  return (texts) =>
    inTempFolder((folder) => {
      const write = (name: keyof typeof texts) => {
        writeFileSync(join(folder, name), texts[name]);
        return join(folder, name);
      };
      const files = { base: write("base"), ours: write("ours"), theirs: write("theirs") };
      const merged = gitMergeFile(files, style);
      if (merged === undefined) throw new Error("git merge-file refused a text");
      return { text: merged.bytes.toString(), conflicts: merged.conflicts };
    });
}
