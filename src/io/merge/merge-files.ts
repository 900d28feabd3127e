import { isUtf8 } from "node:buffer";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type Merged, mergeDocs } from "../../merge/merge-docs.ts";
import { type Versions, eachVersion } from "../../merge/versions.ts";
import type { Text } from "../../types.ts";
import { type MarkerStyle, gitMergeFile, makeMergeLines } from "./git-merge-file.ts";

/** No doc is longer: what is, git merges as text. */
const LARGEST = 4 * 1024 * 1024;

export type MergedFiles = Omit<Merged, "text">;

/**
 * Merges three versions of a doc into the file of ours, as git asks a merge driver to. That file is replaced in one
 * step, once the whole result is there.
 */
export function mergeFiles(files: Versions<string>, style: MarkerStyle): MergedFiles {
  const all = [files.base, files.ours, files.theirs];
  if (all.some((file) => statSync(file).size > LARGEST)) return mergeAsText(files, style, TOO_LONG);
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
  replaceOurs(files, (fresh) => {
    writeFileSync(fresh, merged.text, { flag: "wx" });
    return true;
  });
  return merged;
}

/** Undefined where it is none. */
function readText(file: string): string | undefined {
  const text = readFileSync(file, "utf8");
  // What stands for bytes that are no UTF-8 may also have been written.
  const isKept = !text.includes("\uFFFD") || isUtf8(readFileSync(file));
  return isKept && !text.includes("\0") ? text : undefined;
}

const TOO_LONG: Text = {
  en: "it is too long for a doc; merged as text",
  zh: "文档过大；按文本合并",
};
const NO_TEXT: Text = {
  en: "it is not UTF-8 text; merged as git does",
  zh: "不是 UTF-8 文本；按 git 的方式合并",
};

/** As git would without us. What it refuses to merge stays as ours is, in conflict. */
function mergeAsText(files: Versions<string>, style: MarkerStyle, why: Text): MergedFiles {
  let conflicts: number | undefined;
  replaceOurs(files, (fresh) => {
    conflicts = gitMergeFile(files, fresh, style);
    return conflicts !== undefined;
  });
  return { conflicts: conflicts ?? 1, notes: [why] };
}

/** Whoever looks, also after a crash, sees the version that was there or the whole result. */
function replaceOurs({ ours }: Versions<string>, write: (fresh: string) => boolean): void {
  const fresh = `${ours}.memory-bank-${process.pid}`;
  let isPlaced = false;
  try {
    if (write(fresh)) {
      renameSync(fresh, ours);
      isPlaced = true;
    }
  } finally {
    if (!isPlaced) rmSync(fresh, { force: true });
  }
}
