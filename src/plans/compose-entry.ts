import { parseBlocks } from "../bank/blocks.ts";
import { setSectionBody } from "../bank/edit.ts";
import { LEGACY, PATTERNS, SECTION } from "../bank/layout.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import { renderDecisions } from "./old-decisions.ts";
import { type OldDoc, takeApart } from "./old-docs.ts";
import { renderEntry, renderSnapshot } from "./plan-docs.ts";
import type { PlanInput } from "./plan-input.ts";

import { relink } from "./relink.ts";
import { type FocusValues, renderFocus } from "./render-focus.ts";
import { withoutLines } from "./without-lines.ts";

/** A longer text would fill every prompt: its first paragraphs stand for it. */
const LONGEST_IN_ENTRY = 2500;
const LONGEST_PART = 1200;

export interface Migration {
  /** All docs that there will be. */
  readonly docs: readonly string[];
  readonly places: ReadonlyMap<string, string>;
  /** The old entry files that go. */
  readonly going: readonly string[];
  readonly newPlaceOf: (path: string) => string | undefined;
}

export interface Leftover {
  readonly heading: string;
  readonly text: string;
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
  const { going, newPlaceOf } = migration;
  const read = (name: string) => {
    const text = going.includes(name) ? (input.bank.read(name) ?? "") : "";
    return takeApart(relink(text, name, LEGACY, newPlaceOf)) ?? NOTHING;
  };
  const [brief, active, index] = [read("brief.md"), read("active.md"), read("_index.md")];
  const leftover: Leftover[] = [];
  const focus = active.text === "" ? undefined : renderFocus("active.md", input);
  let text = withSnapshot(input, migration, focus, brief, leftover);
  if (focus !== undefined) text = withFocus(input, text, { ...active, focus }, leftover);
  if (index.text !== "") leftover.push({ heading: "Legacy Routing (Topic)", text: index.text });
  const isWindows = [brief, active, index].some(({ lineBreak }) => lineBreak === "\r\n");
  const lineBreak = isWindows ? "\r\n" : "\n";
  const composed = withUserTexts(
    text.replaceAll("\n", lineBreak),
    [brief, active, index].flatMap(({ userTexts }) => userTexts),
    lineBreak,
  );
  return composed === undefined ? undefined : { text: composed, lineBreak, leftover };
}

function withSnapshot(
  input: PlanInput,
  { docs, places, newPlaceOf }: Migration,
  focus: FocusValues | undefined,
  brief: OldDoc,
  leftover: Leftover[],
): string {
  const oldPlaces = new Map([...places].map(([from, to]) => [to, from]));
  const title = (doc: string) => input.bank.title(oldPlaces.get(doc) ?? doc);
  const given = {
    ...focus,
    decisions: decisionsOf(input, places, newPlaceOf),
  };
  const render = (snapshot: string | null) =>
    renderEntry(input, docs, { ...given, snapshot }, title);
  if (brief.text === "") return render(renderSnapshot(input));
  const entry = attempt(brief.text, render);
  if (entry !== undefined) return entry;
  leftover.push({ heading: "brief.md", text: brief.text });
  const pointer = pointerTo("brief.md", input);
  return (
    attempt(firstPart(brief.text), (part) => render(`${part}\n\n${pointer}`)) ??
    render([renderSnapshot(input) ?? "", pointer].filter((part) => part !== "").join("\n\n"))
  );
}

function withFocus(
  input: PlanInput,
  entry: string,
  active: OldDoc & { readonly focus: FocusValues },
  leftover: Leftover[],
): string {
  const section = findSection(parseDoc(entry), SECTION.focus);
  if (section === undefined) return entry;
  const body = entry.slice(section.bodyFrom, section.to).trim();
  const rest = withoutLines(active.text, body);
  if (rest === "") return entry;
  const render = (words: string) =>
    setSectionBody(entry, SECTION.focus, `${body}\n\n${words}`).contents;
  const { date: _, ...said } = active.focus;
  // Said in other lines than the doc's own: the entry need not say it twice.
  const isSaid =
    Object.values(said).some((value) => value !== null) && rest === withoutLines(active.text, "");
  const focused = isSaid ? undefined : attempt(rest, render);
  if (focused !== undefined) return focused;
  leftover.push({ heading: "active.md", text: active.text });
  const pointer = pointerTo("active.md", input);
  if (isSaid) return render(pointer);
  return (
    attempt(firstPart(active.text), (part) => render(`${part}\n\n${pointer}`)) ?? render(pointer)
  );
}

/** Into the entry if it is short and well-formed; a text with open fences or odd marks is not. */
function attempt(text: string, use: (text: string) => string): string | undefined {
  if (text === "" || text.length > LONGEST_IN_ENTRY) return undefined;
  try {
    return use(text);
  } catch {
    return undefined;
  }
}

/** Its first paragraphs; empty where the first one is too long. */
function firstPart(text: string): string {
  const lines = scanLines(text);
  const end = lines.findLastIndex(({ kind, from }) => kind === "blank" && from <= LONGEST_PART);
  // A heading at its end would be one without words.
  const isWords = (kind: string) => kind !== "blank" && kind !== "heading";
  const last = lines.slice(0, Math.max(0, end)).findLast(({ kind }) => isWords(kind));
  return text.slice(0, last?.to ?? 0);
}

function pointerTo(heading: string, { bank, language }: PlanInput): string {
  return {
    en: `The full text: ${bank.name}/${LEGACY}, section "${heading}".`,
    zh: `全文：${bank.name}/${LEGACY} 的 "${heading}" 一节。`,
  }[language];
}

function decisionsOf(
  { bank }: PlanInput,
  places: ReadonlyMap<string, string>,
  newPlaceOf: Migration["newPlaceOf"],
): string | null {
  const path = bank.paths.includes("patterns.md") ? "patterns.md" : PATTERNS;
  const text = relink(bank.read(path) ?? "", path, LEGACY, newPlaceOf);
  return renderDecisions(text, places.get(path) ?? path);
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
