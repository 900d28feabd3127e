import { resolve } from "node:path";
import { readText } from "../../io/disk/read-text.ts";
import type { PlannedText } from "../../types.ts";
import { toPatchedFiles } from "./patch-files.ts";
import { planUnknown } from "./planned-text.ts";

interface PatchSection {
  readonly isNew: boolean;
  readonly lines: string[];
}

type Sections = ReadonlyMap<string, PatchSection>;

const SECTION = /^\*\*\* (?:Add File|Update File|Delete File|End Patch)/;
const NO_SECTION: PatchSection = { isNew: false, lines: [] };

/** What a patch makes of one of its files, as long as every hunk is found literally, once, in order. */
export function planPatch(before: string | undefined, patch: string, path: string): PlannedText {
  return planSection(before, toSections(patch).get(path));
}

function planSection(
  before: string | undefined,
  { isNew, lines }: PatchSection = NO_SECTION,
): PlannedText {
  const added = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  const brings = added.join("\n");
  if (isNew) return { after: `${brings}\n`, brings };
  return { after: before === undefined ? undefined : applyHunks(before, lines), brings };
}

/** By the name of the file; of several for one, the first. */
function toSections(patch: string): Sections {
  const sections = new Map<string, PatchSection>();
  let section: PatchSection | undefined;
  for (const line of patch.split("\n")) {
    if (!SECTION.test(line)) {
      if (!/^\*\*\* (?:Move to|End of File)/.test(line)) section?.lines.push(line);
      continue;
    }
    const [, verb, name = ""] = /^\*\*\* (Add|Update) File:([^]*)$/.exec(line) ?? [];
    section = { isNew: verb === "Add", lines: [] };
    if (verb !== undefined && !sections.has(name.trim())) sections.set(name.trim(), section);
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

/** Of more, nobody computes what comes of them: each is looked for in all of the text. */
const MOST_HUNKS = 500;

function applyHunks(before: string, lines: readonly string[]): string | undefined {
  const hunks = toHunks(lines);
  if (hunks.length > MOST_HUNKS) return undefined;
  // With a line break on both sides, lines are found whole.
  let text = `\n${before}\n`;
  let from = 0;
  for (const { old, now } of hunks) {
    const part = `\n${old.join("\n")}\n`;
    const at = old.length === 0 ? -1 : text.indexOf(part);
    if (at < from || text.includes(part, at + 1)) return undefined;
    const replaced = now.length === 0 ? "\n" : `\n${now.join("\n")}\n`;
    text = text.slice(0, at) + replaced + text.slice(at + part.length);
    from = at + replaced.length - 1;
  }
  return text.slice(1, -1);
}

/**
 * What a patch makes of the docs that its files lead to. It names them in its own way: the section of a doc is
 * found by where its path leads.
 */
export function createPatchPlan(
  patch: string,
  directory: string,
  toDoc: (path: string) => string | undefined,
) {
  let sections: Sections | undefined;
  let places: ReadonlyMap<string, number> | undefined;
  const files = toPatchedFiles(patch);

  /** Where in the patch each doc is written first. */
  function findPlaces(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const [at, { path, effect }] of files.entries()) {
      const doc = effect === "move-from" ? undefined : toDoc(resolve(directory, path));
      if (doc !== undefined && !found.has(doc)) found.set(doc, at);
    }
    return found;
  }

  return (before: string | undefined, file: string): PlannedText => {
    sections ??= toSections(patch);
    places ??= findPlaces();
    const at = places.get(toDoc(file) ?? "") ?? -1;
    const named = files[at];
    if (named === undefined) return planUnknown({ patch });
    const origin = files[at - 1];
    if (origin?.effect !== "move-from") return planSection(before, sections.get(named.path));
    // A move in is a new doc with the text of the old place.
    const source = readText(resolve(directory, origin.path));
    const moved = planSection(source, sections.get(origin.path));
    return { after: moved.after, brings: `${source ?? ""}\n${moved.brings}` };
  };
}
