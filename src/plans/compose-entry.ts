import { parseBlocks } from "../bank/blocks.ts";
import { setSectionBody } from "../bank/edit.ts";
import { ENTRY, LIMITS, PATTERNS, SECTION } from "../bank/layout.ts";
import { toTarget } from "../bank/live-links.ts";
import { splitLines } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findTables } from "../markdown/tables.ts";
import { type OldDoc, takeApart } from "./old-docs.ts";
import { renderEntry } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Leftover } from "./plan-legacy.ts";
import { relink } from "./relink.ts";

/** So much of an old file goes into the entry; the rest would fill every prompt. */
const MOST_LINES = 40;

export interface Migration {
  /** All docs that there will be. */
  readonly docs: readonly string[];
  readonly places: ReadonlyMap<string, string>;
  /** The old entry files that go. */
  readonly going: readonly string[];
  readonly newPlaceOf: (path: string) => string | undefined;
}

export interface ComposedEntry {
  readonly text: string;
  readonly lineBreak: string;
  /** What the entry could not take in. */
  readonly leftover: readonly Leftover[];
}

const NOTHING: OldDoc = { text: "", userTexts: [], lineBreak: "\n" };

/** An entry from the old entry files; undefined where the user's texts cannot stand in one block. */
export function composeEntry(input: PlanInput, migration: Migration): ComposedEntry | undefined {
  const { docs, places, going, newPlaceOf } = migration;
  const read = (name: string) => {
    const text = going.includes(name) ? (input.bank.read(name) ?? "") : "";
    return takeApart(relink(text, name, ENTRY, newPlaceOf)) ?? NOTHING;
  };
  const old = [read("brief.md"), read("active.md"), read("_index.md")] as const;
  const [brief, active, index] = old;
  const oldPlaces = new Map([...places].map(([from, to]) => [to, from]));
  const title = (doc: string) => input.bank.title(oldPlaces.get(doc) ?? doc);
  let text = renderEntry(input, docs, {}, title);
  const leftover: Leftover[] = [];
  for (const [section, name, words] of [
    [SECTION.snapshot, "brief.md", brief.text],
    [SECTION.focus, "active.md", active.text],
  ] as const) {
    if (words === "") continue;
    const taken = takeInto(text, section, words);
    text = taken.text;
    if (taken.rest !== "") leftover.push({ heading: name, text: taken.rest });
  }
  text = withHighlights(text, input, migration);
  if (index.text !== "") leftover.push({ heading: "Legacy Routing (Topic)", text: index.text });
  const lineBreak = old.some((doc) => doc.lineBreak === "\r\n") ? "\r\n" : "\n";
  const composed = withUserTexts(
    text.replaceAll("\n", lineBreak),
    old.flatMap(({ userTexts }) => userTexts),
    lineBreak,
  );
  return composed === undefined ? undefined : { text: composed, lineBreak, leftover };
}

/** The first lines become the section, unparsed; what cannot stand there is the rest. */
function takeInto(
  entry: string,
  section: string,
  words: string,
): { readonly text: string; readonly rest: string } {
  const lines = scanLines(words);
  const ends = [
    words.length,
    // Cut between paragraphs, and not in a fence.
    ...lines
      .filter(({ kind }) => kind === "blank")
      .map(({ from }) => from)
      .toReversed(),
  ];
  for (const end of ends) {
    const part = words.slice(0, end).trimEnd();
    if (part === "" || splitLines(part).length > MOST_LINES) continue;
    try {
      const text = setSectionBody(entry, section, part).contents;
      return { text, rest: words.slice(end).replace(/^\s*\n/, "") };
    } catch {
      // An open fence or a heading of its own: a shorter part may do.
    }
  }
  return { text: entry, rest: words };
}

/** The first table of the old patterns stands for the decisions; the doc keeps all of its rows. */
function withHighlights(entry: string, { bank }: PlanInput, migration: Migration): string {
  const path = bank.paths.includes("patterns.md") ? "patterns.md" : PATTERNS;
  const text = relink(bank.read(path) ?? "", path, ENTRY, migration.newPlaceOf);
  const { user } = parseBlocks(text);
  const table = findTables(text, scanLines(text)).find(
    ({ from }) => !user.some((block) => block.from <= from && from < block.to),
  );
  if (table === undefined || table.rows.length === 0) return entry;
  const rows = [table.header, table.delimiter, ...table.rows.slice(0, LIMITS.decisions)];
  const place = migration.places.get(path) ?? path;
  const body = `${rows.map(({ from, to }) => text.slice(from, to).trim()).join("\n")}\n\n[${place}](${toTarget(place)})`;
  try {
    return setSectionBody(entry, SECTION.decisions, body).contents;
  } catch {
    return entry;
  }
}

/** The user's texts, byte for byte, in the place of the template's empty block. */
function withUserTexts(
  entry: string,
  texts: readonly string[],
  lineBreak: string,
): string | undefined {
  if (texts.length === 0) return entry;
  const [block] = parseBlocks(entry).user;
  const markers = parseBlocks(entry).markers.filter(({ marker }) => marker.startsWith("user-"));
  const [start, end] = markers;
  if (block === undefined || start === undefined || end === undefined) return undefined;
  const joined = texts
    .map((text) => (/[\r\n]$/.test(text) ? text : text + lineBreak))
    .join(lineBreak);
  const inner = lineBreak + joined;
  const composed = entry.slice(0, start.to) + inner + entry.slice(end.from);
  const now = parseBlocks(composed);
  const isKept =
    now.problems.length === 0 &&
    composed.slice(now.user[0]?.from, now.user[0]?.to) ===
      entry.slice(start.from, start.to) + inner + entry.slice(end.from, end.to);
  return isKept ? composed : undefined;
}
