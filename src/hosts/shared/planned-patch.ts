import { resolve } from "node:path";
import { readText } from "../../io/disk/read-text.ts";
import type { PlannedText } from "../../types.ts";
import { toPatchedFiles } from "./patch-files.ts";
import { planUnknown } from "./planned-text.ts";

const SECTION = /^\*\*\* (?:Add File|Update File|Delete File|End Patch)/;

/** What a patch makes of one of its files, as long as every hunk is found literally, once, in order. */
export function planPatch(before: string | undefined, patch: string, path: string): PlannedText {
  const section = findSection(patch.split("\n"), path);
  const added = section.lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  const brings = added.join("\n");
  if (section.isNew) return { after: `${brings}\n`, brings };
  return { after: before === undefined ? undefined : applyHunks(before, section.lines), brings };
}

interface PatchSection {
  readonly isNew: boolean;
  readonly lines: readonly string[];
}

function findSection(lines: readonly string[], path: string): PatchSection {
  const start = lines.findIndex((line) => {
    const [, name] = /^\*\*\* (?:Add|Update) File:([^]*)$/.exec(line) ?? [];
    return name?.trim() === path;
  });
  if (start === -1) return { isNew: false, lines: [] };
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => SECTION.test(line));
  const body = end === -1 ? rest : rest.slice(0, end);
  return {
    isNew: lines[start]?.startsWith("*** Add") === true,
    lines: body.filter((line) => !/^\*\*\* (?:Move to|End of File)/.test(line)),
  };
}

interface Hunk {
  readonly old: string[];
  readonly now: string[];
}

function toHunks(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of lines) {
    if (line.startsWith("@@")) {
      hunks.push({ old: [], now: [] });
      continue;
    }
    if (hunks.length === 0) hunks.push({ old: [], now: [] });
    const hunk = hunks.at(-1);
    if (!line.startsWith("+")) hunk?.old.push(line.slice(1));
    if (!line.startsWith("-")) hunk?.now.push(line.slice(1));
  }
  return hunks.filter(({ old, now }) => old.length > 0 || now.length > 0);
}

function applyHunks(before: string, lines: readonly string[]): string | undefined {
  let text = before.split("\n");
  let from = 0;
  for (const { old, now } of toHunks(lines)) {
    const at = findOnly(text, old);
    if (at === undefined || at < from) return undefined;
    text = [...text.slice(0, at), ...now, ...text.slice(at + old.length)];
    from = at + now.length;
  }
  return text.join("\n");
}

/** Where the lines stand, if they stand in one place only. */
function findOnly(text: readonly string[], lines: readonly string[]): number | undefined {
  if (lines.length === 0) return undefined;
  const places = text.flatMap((_, at) =>
    lines.every((line, index) => text[at + index] === line) ? [at] : [],
  );
  return places.length === 1 ? places[0] : undefined;
}

/**
 * What a patch makes of the doc that `file` leads to. The patch names its files in its own way: the section
 * of this doc is found by where its path leads.
 */
export function planPatched(
  before: string | undefined,
  patch: string,
  directory: string,
  toDoc: (path: string) => string | undefined,
  file: string,
): PlannedText {
  const doc = toDoc(file);
  const files = toPatchedFiles(patch);
  const at = files.findIndex(
    ({ path, effect }) => effect !== "move-from" && toDoc(resolve(directory, path)) === doc,
  );
  const named = files[at];
  if (named === undefined) return planUnknown({ patch });
  const origin = files[at - 1];
  if (origin?.effect !== "move-from") return planPatch(before, patch, named.path);
  // A move in is a new doc with the text of the old place.
  const source = readText(resolve(directory, origin.path));
  const moved = planPatch(source, patch, origin.path);
  return { after: moved.after, brings: `${source ?? ""}\n${moved.brings}` };
}
