import { resolve } from "node:path";
import { readText } from "../../io/disk/read.ts";
import type { PlannedText, WriteEffect } from "../../types.ts";

/** What a patch does to one file, and what it makes of that file's text. */
export interface PatchedFile {
  /** As the patch names it. */
  readonly path: string;
  readonly effect: WriteEffect;
  readonly planText: (before: string | undefined) => PlannedText;
}

interface Section {
  readonly verb: string;
  readonly path: string;
  readonly lines: string[];
  to: string | undefined;
}

/** `[^]`, because `.` stops at a carriage return and at other line separators, and the host does not. */
const HEADER = /^\*\*\* (Add|Update|Delete) File:([^]*)$/;
const MOVE = /^\*\*\* Move to:([^]*)$/;

/** The files that a patch in the hosts' own format touches. A name in it counts from `directory`. */
export function toPatchedFiles(patch: string, directory: string): PatchedFile[] {
  return toSections(patch).flatMap(({ verb, path, to, lines }): PatchedFile[] => {
    const added = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
    const brings = added.join("\n");
    if (verb === "Delete")
      return [{ path, effect: "delete", planText: () => ({ after: undefined, brings: "" }) }];
    if (verb === "Add")
      return [{ path, effect: "replace", planText: () => ({ after: `${brings}\n`, brings }) }];
    const apply = (before: string | undefined): PlannedText => ({
      after: before === undefined ? undefined : applyHunks(before, lines),
      brings,
    });
    if (to === undefined) return [{ path, effect: "change", planText: apply }];
    return [
      { path, effect: "move-from", planText: apply },
      { path: to, effect: "change", planText: () => planMove(resolve(directory, path), apply) },
    ];
  });
}

/** A file that is moved here brings the text of its old place. */
function planMove(from: string, apply: PatchedFile["planText"]): PlannedText {
  const source = readText(from);
  const { after, brings } = apply(source);
  return { after, brings: `${source ?? ""}\n${brings}` };
}

function toSections(patch: string): Section[] {
  const sections: Section[] = [];
  for (const line of patch.split("\n")) {
    if (line.trim() === "*** End Patch") break;
    const [, verb, name = ""] = HEADER.exec(line) ?? [];
    const moved = MOVE.exec(line)?.[1]?.trim();
    const section = sections.at(-1);
    if (verb !== undefined && name.trim() !== "")
      sections.push({ verb, path: name.trim(), to: undefined, lines: [] });
    else if (moved && section?.verb === "Update") section.to = moved;
    else if (!line.startsWith("*** End of File")) section?.lines.push(line);
  }
  return sections;
}

interface Hunk {
  readonly old: string[];
  readonly now: string[];
}

function toHunks(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of lines) {
    if (line.startsWith("@@") || hunks.length === 0) hunks.push({ old: [], now: [] });
    if (line.startsWith("@@")) continue;
    const hunk = hunks.at(-1);
    if (!line.startsWith("+")) hunk?.old.push(line.slice(1));
    if (!line.startsWith("-")) hunk?.now.push(line.slice(1));
  }
  return hunks.filter(({ old, now }) => old.length > 0 || now.length > 0);
}

/** Undefined unless every hunk is found literally, once, in order. */
function applyHunks(before: string, lines: readonly string[]): string | undefined {
  // With a line break on both sides, lines are found whole.
  let text = `\n${before}\n`;
  let from = 0;
  for (const { old, now } of toHunks(lines)) {
    const part = `\n${old.join("\n")}\n`;
    const at = old.length === 0 ? -1 : text.indexOf(part);
    if (at < from || text.includes(part, at + 1)) return undefined;
    const replaced = now.length === 0 ? "\n" : `\n${now.join("\n")}\n`;
    text = text.slice(0, at) + replaced + text.slice(at + part.length);
    from = at + replaced.length - 1;
  }
  return text.slice(1, -1);
}
