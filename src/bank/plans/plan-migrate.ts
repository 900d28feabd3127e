import type { Operation } from "../../types.ts";
import { parseBlocks } from "../blocks.ts";
import { setSectionBody } from "../edit.ts";
import { renderTableRow } from "../edit-table.ts";
import { DOC_EXTENSION, ENTRY, LEGACY, OLD_ENTRIES, PATTERNS, SECTION } from "../layout.ts";
import { findSection, parseDoc } from "../parse.ts";
import { type OldDoc, readDecisions, readLabels, takeApart } from "./old-docs.ts";
import { entryReason, planMissingDocs, renderEntry, unroutedNote } from "./plan-docs.ts";
import { planIndexes } from "./plan-indexes.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { relink } from "./relink.ts";

/** A longer text would fill every prompt: it goes to legacy.md whole. */
const LONGEST_IN_ENTRY = 2500;
const MOST_DECISIONS = 10;

const NEW_PLACES: readonly (readonly [RegExp, string])[] = [
  [/^(tech|patterns|progress)\.md$/, "details/$1.md"],
  [/^docs\//, "details/design/"],
  [/^(requirements|learnings)\//, "details/$1/"],
];

/** A bank of the older layout → one entry and details. Every line of the old files is in the new bank. */
export function planMigrate(input: PlanInput): Planned {
  const { bank, language } = input;
  const unreadable = OLD_ENTRIES.find(
    (name) => bank.paths.includes(name) && bank.read(name) === undefined,
  );
  if (unreadable !== undefined) {
    const problem =
      language === "zh"
        ? `${unreadable} 不是 UTF-8 文本。请转换编码后重试。`
        : `${unreadable} is not UTF-8 text. Convert it, then try again.`;
    return { kind: "abort", flow: "migrate", problem };
  }
  const places = newPlaces(bank.paths);
  const moves = planMoves(input, places);
  const present = bank.paths
    .filter((path) => !isOldEntry(path))
    .map((path) => places.get(path) ?? path)
    .toSorted();
  const created = planMissingDocs(input, present);
  const docs = [...present, ...created.map(({ path }) => path)].toSorted();
  const oldPlaces = new Map([...places].map(([from, to]) => [to, from]));
  const title = (doc: string) => bank.title(oldPlaces.get(doc) ?? doc);
  const { text, leftover, left } = composeEntry(input, docs, title);
  const moved = { ...input, bank: { ...bank, title } };
  return {
    kind: "plan",
    flow: "migrate",
    operations: [
      { kind: "create", path: ENTRY, text, reason: entryReason(input) },
      ...moves,
      ...created,
      ...planIndexes(moved, present).filter(({ kind }) => kind === "create"),
      ...planLegacy(input, leftover),
      ...planRemovals(input),
    ],
    notes: unroutedNote(left, input),
  };
}

function isOldEntry(path: string): boolean {
  return OLD_ENTRIES.some((name) => name === path);
}

/** Where each file goes. A place that is taken already gets a neighbour. */
function newPlaces(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(paths);
  const places = new Map<string, string>();
  for (const path of paths) {
    const rule = NEW_PLACES.find(([pattern]) => pattern.test(path));
    if (rule === undefined) continue;
    let to = path.replace(rule[0], rule[1]);
    while (taken.has(to)) to = to.replace(/(\.\w+)?$/, "-legacy$1");
    taken.add(to);
    places.set(path, to);
  }
  return places;
}

function planMoves(
  { bank, language, isInProject }: PlanInput,
  places: ReadonlyMap<string, string>,
): Operation[] {
  const reason = language === "zh" ? "新的位置" : "its place in the new layout";
  const newPlaceOf = (path: string) => {
    if (path.startsWith("../")) return isInProject(path.slice("../".length)) ? path : undefined;
    return places.get(path) ?? (bank.paths.includes(path) && !isOldEntry(path) ? path : undefined);
  };
  return [...places].map(([path, to]): Operation => {
    const text = path.endsWith(DOC_EXTENSION) ? bank.read(path) : undefined;
    const linked = text === undefined ? undefined : relink(text, path, to, newPlaceOf);
    return {
      kind: "move",
      path,
      to,
      before: bank.hash(path),
      text: linked === text ? undefined : linked,
      reason,
    };
  });
}

interface Leftover {
  readonly heading: string;
  readonly text: string;
}

interface Composed {
  readonly text: string;
  /** What the entry could not take in. */
  readonly leftover: readonly Leftover[];
  readonly left: readonly string[];
}

function composeEntry(
  input: PlanInput,
  docs: readonly string[],
  title: (doc: string) => string,
): Composed {
  const old = (name: string) => takeApart(input.bank.read(name) ?? "");
  const [index, brief, active] = [old("_index.md"), old("brief.md"), old("active.md")];
  const leftover: Leftover[] = [];
  const given = {
    ...readLabels(active.text),
    decisions: renderDecisions(input),
  };
  const render = (snapshot: string | null | undefined) =>
    renderEntry(input, docs, snapshot === undefined ? given : { ...given, snapshot }, title);

  let entry = attempt(brief, (text) => render(text));
  if (entry === undefined) {
    entry = render(undefined);
    if (brief.text !== "") leftover.push({ heading: "brief.md", text: brief.text });
  }
  let { text } = entry;
  const focused = attempt(active, (words) => withFocus(text, words));
  if (focused !== undefined) text = focused;
  else if (active.text !== "") leftover.push({ heading: "active.md", text: active.text });
  if (index.text !== "") leftover.push({ heading: "Legacy Routing (Topic)", text: index.text });
  text = withUserTexts(
    text,
    [brief, active, index].flatMap(({ userTexts }) => userTexts),
  );
  return { text, leftover, left: entry.left };
}

/** Into the entry if it is short and well-formed; a text with open fences or odd marks is not. */
function attempt<Result>({ text }: OldDoc, use: (text: string) => Result): Result | undefined {
  if (text === "" || text.length > LONGEST_IN_ENTRY) return undefined;
  try {
    return use(text);
  } catch {
    return undefined;
  }
}

function withFocus(entry: string, words: string): string {
  const section = findSection(parseDoc(entry), SECTION.focus);
  if (section === undefined) return entry;
  const body = entry.slice(section.bodyFrom, section.to).trim();
  return setSectionBody(entry, SECTION.focus, `${body}\n\n${words}`).contents;
}

/** The user's texts, byte for byte, in the place of the template's empty block. */
function withUserTexts(entry: string, texts: readonly string[]): string {
  if (texts.length === 0) return entry;
  const { markers } = parseBlocks(entry);
  const start = markers.find(({ marker }) => marker === "user-start");
  const end = markers.find(({ marker }) => marker === "user-end");
  if (start === undefined || end === undefined) return entry;
  const joined = texts.map((text) => (/[\r\n]$/.test(text) ? text : `${text}\n`)).join("\n");
  return `${entry.slice(0, start.to)}\n${joined}${entry.slice(end.from)}`;
}

function renderDecisions({ bank }: PlanInput): string | null {
  const patterns = bank.read("patterns.md") ?? bank.read(PATTERNS) ?? "";
  const rows = readDecisions(patterns, MOST_DECISIONS).map(({ decision, date }) =>
    renderTableRow([decision, date, "", PATTERNS]),
  );
  return rows.length === 0 ? null : rows.join("\n");
}

function planLegacy({ bank, language }: PlanInput, leftover: readonly Leftover[]): Operation[] {
  if (leftover.length === 0) return [];
  const sections = leftover.map(({ heading, text }) => `## ${heading}\n\n${text}\n`).join("\n");
  const before = bank.read(LEGACY);
  const reason =
    language === "zh" ? "旧入口中未能归类的内容" : "what the old entry files had besides";
  if (before !== undefined) {
    const text = `${before.replace(/\s*$/, "")}\n\n${sections}`;
    return [{ kind: "edit", path: LEGACY, before: bank.hash(LEGACY), text, reason }];
  }
  return [{ kind: "create", path: LEGACY, text: `# Legacy\n\n${sections}`, reason }];
}

function planRemovals({ bank, language }: PlanInput): Operation[] {
  const reason = language === "zh" ? "内容已并入新的记忆库" : "its text is in the new bank";
  return OLD_ENTRIES.filter((name) => bank.paths.includes(name)).map((path) => ({
    kind: "remove",
    path,
    before: bank.hash(path),
    reason,
  }));
}
