import { type PlacedMarker, parseBlocks } from "../bank/blocks.ts";
import { lineBreakOf, setSectionBody } from "../bank/edit.ts";
import { ENTRY, LIMITS, PATTERNS, SECTION, TEMPLATE_MARKER } from "../bank/layout.ts";
import { toTarget } from "../bank/live-links.ts";
import { isWithin, splitLines, startOfText } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findTables } from "../markdown/tables.ts";
import { renderEntry } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Leftover } from "./plan-legacy.ts";
import { relink } from "./relink.ts";

/** So much of an old file goes into the entry; the rest would fill every prompt. */
const MOST_LINES = 40;
const LOWEST_LEVEL = 6;

export interface Migration {
  /** All docs that there will be. */
  readonly docs: readonly string[];
  readonly places: ReadonlyMap<string, string>;
  /** The old entry files. */
  readonly old: readonly string[];
  readonly newPlaceOf: (path: string) => string | undefined;
}

export type ComposedEntry =
  | {
      readonly kind: "entry";
      readonly text: string;
      readonly lineBreak: string;
      /** What the entry could not take in. */
      readonly leftover: readonly Leftover[];
    }
  | { readonly kind: "problem"; readonly problem: string };

/** An entry from the old entry files. A problem where it cannot be told what in them is the user's. */
export function composeEntry(input: PlanInput, migration: Migration): ComposedEntry {
  const { bank, language } = input;
  const { docs, places, old, newPlaceOf } = migration;
  const parts = new Map<string, OldDoc>();
  for (const name of old) {
    const text = bank.read(name);
    const part = text === undefined ? undefined : takeApart(relink(text, name, ENTRY, newPlaceOf));
    if (part === undefined) {
      const problem = {
        en: `${bank.name}/${name} is not UTF-8 text, or has half a user block. Fix it, then try again.`,
        zh: `${bank.name}/${name} 不是 UTF-8 文本，或用户区块不完整。请修正后重试。`,
      }[language];
      return { kind: "problem", problem };
    }
    parts.set(name, part);
  }
  const oldPlaces = new Map([...places].map(([from, to]) => [to, from]));
  const title = (doc: string) => bank.title(oldPlaces.get(doc) ?? doc);
  const taken = { text: renderEntry(input, docs, {}, title), leftover: [] as Leftover[] };
  for (const [section, name] of [
    [SECTION.snapshot, "brief.md"],
    [SECTION.focus, "active.md"],
  ] as const) {
    const { text, rest } = takeInto(taken.text, section, parts.get(name)?.text ?? "");
    taken.text = text;
    if (rest !== "") taken.leftover.push({ heading: name, text: rest });
  }
  const index = parts.get("_index.md")?.text ?? "";
  if (index !== "") taken.leftover.push({ heading: "Legacy Routing (Topic)", text: index });
  const all = [...parts.values()];
  const lineBreak = all.some((part) => part.lineBreak === "\r\n") ? "\r\n" : "\n";
  const text = withHighlights(taken.text, input, migration).replaceAll("\n", lineBreak);
  const words = all.flatMap(({ userTexts }) => userTexts);
  return { ...taken, kind: "entry", lineBreak, text: withUserTexts(text, words, lineBreak) };
}

/** A doc of an older layout: what is the user's, byte for byte, and the rest with its headings below `##`. */
interface OldDoc {
  readonly text: string;
  readonly userTexts: readonly string[];
  readonly lineBreak: string;
}

/** Undefined where a user block has no beginning or no end. */
function takeApart(text: string): OldDoc | undefined {
  const { markers } = parseBlocks(text);
  const users = markers.filter(({ marker }) => marker.startsWith("user-"));
  const isPaired = ({ marker }: PlacedMarker, index: number) =>
    marker === (index % 2 === 0 ? "user-start" : "user-end");
  if (!users.every(isPaired) || users.length % 2 > 0) return undefined;
  const userTexts: string[] = [];
  let rest = "";
  let at = startOfText(text);
  users.forEach(({ from, to }, index) => {
    if (index % 2 === 0) rest += text.slice(at, from);
    else userTexts.push(text.slice(at, from));
    at = index % 2 === 0 ? (splitLines(text).find((line) => line.to === to)?.end ?? to) : to;
  });
  return {
    text: lowerHeadings(rest + text.slice(at)),
    userTexts: userTexts.filter((words) => words.trim() !== ""),
    lineBreak: lineBreakOf(text),
  };
}

/** Without markers. `#` becomes `###`: what was a doc is now part of a section. */
function lowerHeadings(text: string): string {
  const starts = new Set(parseBlocks(text).markers.map(({ from }) => from));
  return scanLines(text)
    .flatMap(({ from, to, kind }) => {
      const line = text.slice(from, to);
      if (starts.has(from) || TEMPLATE_MARKER.exec(line)?.[0] === line.trim()) return [];
      if (kind !== "heading") return [line];
      const lower = (marks: string) => "#".repeat(Math.min(marks.length + 2, LOWEST_LEVEL));
      return [line.replace(/#{1,6}(?=\s|$)/, lower)];
    })
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** The first lines become the section, unparsed; what cannot stand there is the rest. */
function takeInto(
  entry: string,
  section: string,
  words: string,
): { readonly text: string; readonly rest: string } {
  const blanks = scanLines(words).filter(({ kind }) => kind === "blank");
  // Cut between paragraphs, and not in a fence.
  for (const end of [words.length, ...blanks.map(({ from }) => from).toReversed()]) {
    const part = words.slice(0, end).trimEnd();
    if (part === "" || splitLines(part).length > MOST_LINES) continue;
    try {
      const text = setSectionBody(entry, section, part);
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
  const table = findTables(text).find(({ from }) => !isWithin(user, from));
  if (table === undefined || table.rows.length === 0) return entry;
  const rows = [table.header, table.delimiter, ...table.rows.slice(0, LIMITS.decisions)];
  const place = migration.places.get(path) ?? path;
  const body = `${rows.map(({ from, to }) => text.slice(from, to).trim()).join("\n")}\n\n[${place}](${toTarget(place)})`;
  return setSectionBody(entry, SECTION.decisions, body);
}

/** The user's texts, byte for byte, in the place of the template's empty block. */
function withUserTexts(entry: string, texts: readonly string[], lineBreak: string): string {
  const { markers } = parseBlocks(entry);
  const start = markers.find(({ marker }) => marker === "user-start");
  const end = markers.find(({ marker }) => marker === "user-end");
  if (texts.length === 0 || start === undefined || end === undefined) return entry;
  const ended = texts.map((text) => (/[\r\n]$/.test(text) ? text : text + lineBreak));
  const words = lineBreak + ended.join(lineBreak);
  return entry.slice(0, start.to) + words + entry.slice(end.from);
}
