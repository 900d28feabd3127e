import { parseBlocks } from "../bank/blocks.ts";
import { lineBreakOf, setSectionBody } from "../bank/edit.ts";
import { ENTRY, LIMITS, PATTERNS, SECTION, TEMPLATE_MARKER } from "../bank/layout.ts";
import { toTarget } from "../bank/live-links.ts";
import { isWithin, splitLines } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findTables } from "../markdown/tables.ts";
import { renderEntry } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Leftover } from "./plan-legacy.ts";
import { relink } from "./relink.ts";

/** How many lines of an old file go into the entry; more would fill every prompt. */
const MOST_LINES = 40;
const LOWEST_LEVEL = 6;

export interface Migration {
  /** All docs that the bank will have. */
  readonly docs: readonly string[];
  readonly places: ReadonlyMap<string, string>;
  /** The old entry files. */
  readonly old: readonly string[];
  readonly newPlaceOf: (path: string) => string | undefined;
}

/** An entry made from the old entry files, and the text that did not fit into it. */
export function composeEntry(input: PlanInput, migration: Migration) {
  const { bank } = input;
  const { docs, places, old, newPlaceOf } = migration;
  const parts = new Map(
    old.map((name) => [name, takeApart(relink(bank.read(name) ?? "", name, ENTRY, newPlaceOf))]),
  );
  const oldPlaces = new Map([...places].map(([from, to]) => [to, from]));
  const title = (doc: string) => bank.title(oldPlaces.get(doc) ?? doc);
  const leftover: Leftover[] = [];
  let entry = renderEntry({ ...input, bank: { ...bank, title } }, docs);
  for (const [section, name] of [
    [SECTION.snapshot, "brief.md"],
    [SECTION.focus, "active.md"],
  ] as const) {
    const { text, rest } = takeInto(entry, section, parts.get(name)?.text ?? "");
    entry = text;
    if (rest !== "") leftover.push({ heading: name, text: rest });
  }
  const index = parts.get("_index.md")?.text ?? "";
  if (index !== "") leftover.push({ heading: "Legacy Routing (Topic)", text: index });
  const all = [...parts.values()];
  const lineBreak = all.some((part) => part.lineBreak === "\r\n") ? "\r\n" : "\n";
  const text = withHighlights(entry, input, migration).replaceAll("\n", lineBreak);
  const words = all.flatMap(({ userTexts }) => userTexts);
  return { lineBreak, text: withUserTexts(text, words, lineBreak), leftover };
}

const USER_MARKERS =
  /^[ \t]*<!--\s*USER_BLOCK_START\s*-->\s*?(?:\r\n|\r|\n|$)|[ \t]*<!--\s*USER_BLOCK_END\s*-->[ \t]*$/g;

/** The user blocks, byte for byte, even if a marker is missing; and the rest with its headings lowered below `##`. */
function takeApart(text: string) {
  const { user } = parseBlocks(text);
  return {
    text: lowerHeadings(text),
    userTexts: user
      .map(({ from, to }) => text.slice(from, to).replaceAll(USER_MARKERS, ""))
      .filter((words) => words.trim() !== ""),
    lineBreak: lineBreakOf(text),
  };
}

/** Removes markers and user blocks. `#` becomes `###`, because a doc's text becomes part of a section. */
function lowerHeadings(text: string): string {
  const { markers, user } = parseBlocks(text);
  const starts = new Set(markers.map(({ from }) => from));
  return scanLines(text)
    .flatMap(({ from, to, kind }) => {
      const line = text.slice(from, to);
      if (starts.has(from) || isWithin(user, from)) return [];
      if (TEMPLATE_MARKER.exec(line)?.[0] === line.trim()) return [];
      if (kind !== "heading") return [line];
      const lower = (marks: string) => "#".repeat(Math.min(marks.length + 2, LOWEST_LEVEL));
      return [line.replace(/#{1,6}(?=\s|$)/, lower)];
    })
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** The first lines become the section, as they are; the remaining lines are returned as the rest. */
function takeInto(
  entry: string,
  section: string,
  words: string,
): { readonly text: string; readonly rest: string } {
  const blanks = scanLines(words).filter(({ kind }) => kind === "blank");
  // Cut between paragraphs, and not inside a fence.
  for (const end of [words.length, ...blanks.map(({ from }) => from).toReversed()]) {
    const part = words.slice(0, end).trimEnd();
    if (part === "" || splitLines(part).length > MOST_LINES) continue;
    try {
      const text = setSectionBody(entry, section, part);
      return { text, rest: words.slice(end).replace(/^\s*\n/, "") };
    } catch {
      // The part has an open fence or a heading of its own: try a shorter part.
    }
  }
  return { text: entry, rest: words };
}

/** The first table of the old patterns becomes the decision highlights; the doc keeps all of its rows. */
function withHighlights(entry: string, { bank }: PlanInput, migration: Migration): string {
  const path = bank.paths.includes("patterns.md") ? "patterns.md" : PATTERNS;
  const text = relink(bank.read(path) ?? "", path, ENTRY, migration.newPlaceOf);
  const { user } = parseBlocks(text);
  const table = findTables(text).find(({ from }) => !isWithin(user, from));
  if (table === undefined || table.rows.length === 0) return entry;
  const rows = [table.header, table.delimiter, ...table.rows.slice(0, LIMITS.decisions)];
  const place = migration.places.get(path) ?? path;
  const body = `${rows.map(({ from, to }) => text.slice(from, to).trim()).join("\n")}\n\n[${place}](${toTarget(place)})`;
  return setSectionBody(entry, SECTION.decisions, body);
}

/** Puts the user's texts, byte for byte, in place of the template's empty user block. */
function withUserTexts(entry: string, texts: readonly string[], lineBreak: string): string {
  const { markers } = parseBlocks(entry);
  const start = markers.find(({ marker }) => marker === "user-start");
  const end = markers.find(({ marker }) => marker === "user-end");
  if (texts.length === 0 || start === undefined || end === undefined) return entry;
  const ended = texts.map((text) => (/[\r\n]$/.test(text) ? text : text + lineBreak));
  const words = lineBreak + ended.join(lineBreak);
  return entry.slice(0, start.to) + words + entry.slice(end.from);
}
