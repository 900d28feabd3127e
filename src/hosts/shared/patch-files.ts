import type { WriteEffect } from "../../types.ts";

export interface PatchedFile {
  readonly path: string;
  readonly effect: WriteEffect;
}

/** `[^]`, because `.` stops at a carriage return and at other line separators, and the host does not. */
const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to):([^]*)$/;
const UNIFIED = /^(---|\+\+\+) (?:"?[ab]\/)?([^\t\r\n"]+)/;

/** The files that a patch touches, in the host's envelope format or as a unified diff. */
export function toPatchedFiles(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  let updated: string | undefined;
  for (const line of patch.split("\n")) {
    if (line.trim() === "*** End Patch") break;
    const [, verb, rest] = HEADER.exec(line) ?? [];
    const path = rest?.trim();
    if (verb === undefined || path === undefined || path === "") continue;
    if (verb === "Move to") {
      if (updated !== undefined) files.push({ path: updated, effect: "move-from" });
      files.push({ path, effect: "change" });
    } else {
      files.push({ path, effect: EFFECTS[verb] ?? "change" });
    }
    updated = verb === "Update File" ? path : undefined;
  }
  return files.length > 0 ? files : toUnifiedFiles(patch);
}

const EFFECTS: Readonly<Record<string, WriteEffect>> = {
  "Add File": "replace",
  "Update File": "change",
  "Delete File": "delete",
};

function toUnifiedFiles(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  let before: string | undefined;
  let candidate: string | undefined;
  for (const line of patch.split("\n")) {
    const [, way, renamed] = /^rename (from|to) ([^\r\n]+)/.exec(line) ?? [];
    if (renamed !== undefined) {
      files.push({ path: renamed.trim(), effect: way === "from" ? "move-from" : "change" });
    }
    const deleted = /^diff --git a\/(.+) b\//.exec(line)?.[1];
    if (deleted !== undefined) candidate = deleted;
    if (line.startsWith("deleted file mode") && candidate !== undefined) {
      files.push({ path: candidate, effect: "delete" });
    }
    const [, side, path = ""] = UNIFIED.exec(line) ?? [];
    if (side === "---") {
      before = path.trim();
    } else if (side === "+++" && before !== undefined) {
      const after = path.trim();
      if (after === "/dev/null") files.push({ path: before, effect: "delete" });
      else {
        if (before !== "/dev/null" && before !== after) {
          files.push({ path: before, effect: "move-from" });
        }
        files.push({ path: after, effect: "change" });
      }
      before = undefined;
    }
  }
  return files;
}
