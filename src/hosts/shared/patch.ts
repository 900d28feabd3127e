import type { PlannedText, WriteEffect } from "../../types.ts";

/** What a patch does to one file, and the text that the file has afterwards. */
export interface PatchedFile {
  /** The path as it is in the patch. */
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

/** `[^]`, because `.` stops at a carriage return and other line separators, where the host goes on. */
const HEADER = /^\*\*\* (Add|Update|Delete) File:([^]*)$/;
const MOVE = /^\*\*\* Move to:([^]*)$/;

/** The files that a patch in the hosts' own format touches. */
export function toPatchedFiles(patch: string): PatchedFile[] {
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
    // The text that a moved file has already is judged once the file is at its new path.
    return [
      { path, effect: "move-from", planText: apply },
      { path: to, effect: "change", planText: () => ({ after: undefined, brings }) },
    ];
  });
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

/** Returns undefined unless every hunk is found literally, exactly once, and in order. */
function applyHunks(before: string, lines: readonly string[]): string | undefined {
  const hunks = lines.join("\n").split(/^@@[^\n]*(?:\n|$)/m);
  // The line break on both sides makes only whole lines match.
  let text = `\n${before}\n`;
  let from = 0;
  for (const hunk of hunks.filter((each) => each !== "")) {
    const made = hunk.replace(/\n$/, "").split("\n");
    const old = made.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    const now = made.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
    const part = `\n${old.join("\n")}\n`;
    const at = old.length === 0 ? -1 : text.indexOf(part);
    if (at < from || text.includes(part, at + 1)) return undefined;
    const replaced = now.length === 0 ? "\n" : `\n${now.join("\n")}\n`;
    text = text.slice(0, at) + replaced + text.slice(at + part.length);
    from = at + replaced.length - 1;
  }
  return text.slice(1, -1);
}
