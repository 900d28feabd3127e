import { wayTo } from "../bank/doc-paths.ts";
import { setSectionBody } from "../bank/edit.ts";
import { DOC_EXTENSION, ENTRY, SECTION } from "../bank/layout.ts";
import { renderPointer, toTarget } from "../bank/live-links.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import { docOf, overviewOf, playersOf } from "../bank/roles.ts";
import { isUnfilled } from "../bank/unfilled.ts";
import type { Text } from "../types.ts";
import { ADOPTED, renderEntry } from "./plan-docs.ts";
import type { BankFiles, PlanInput } from "./plan-input.ts";

/** Docs with content. Another tool's template that nobody has filled in is left out. */
export function filledDocs({ paths, read }: Pick<BankFiles, "paths" | "read">): string[] {
  return paths.filter(
    (path) => path !== ENTRY && path.endsWith(DOC_EXTENSION) && !isUnfilled(read(path) ?? ""),
  );
}

/** An entry that points to the docs; their text, and facts that change over time, are not copied. */
export function renderAdopted(input: PlanInput): string {
  const given = {
    snapshot: null,
    stack: null,
    commands: null,
    origin: null,
    seeDecisions: seeDecisions(input),
    docs: `${input.bank.name}/`,
    adopted: ADOPTED[input.language],
  };
  return withPointers(renderEntry(input, filledDocs(input.bank), given), input);
}

/** Fills an entry's snapshot and focus with pointers to the docs that people keep. */
export function withPointers(entry: string, { bank, facts, language }: PlanInput): string {
  const { readme, description } = facts;
  const pointed = new Map<string, string>();
  const hasReadme = readme !== undefined && description !== undefined;
  const source = hasReadme ? wayTo(bank.name, readme) : docOf("requirements", filledDocs(bank));
  if (source !== undefined) pointed.set(SECTION.snapshot, source);
  for (const [section, path] of findSources(bank)) pointed.set(section, path);
  return [...pointed].reduce((text, [section, path]) => {
    if (findSection(parseDoc(text), section) === undefined) return text;
    return setSectionBody(text, section, renderPointer(baseName(path), path, language));
  }, entry);
}

/** The docs of the bank that the snapshot and the focus should point to. */
export function findSources(bank: Pick<BankFiles, "paths" | "read">): Map<string, string> {
  const docs = filledDocs(bank);
  const overview = overviewOf(docs);
  const focus = docOf("focus", docs);
  return new Map([
    ...(overview === undefined ? [] : [[SECTION.snapshot, overview] as const]),
    ...(focus === undefined ? [] : [[SECTION.focus, focus] as const]),
  ]);
}

const KEPT_IN: Text = { en: "Decisions are kept in", zh: "决策记录在" };

/** A pointer to where another tool's bank keeps its decisions; null if there is no such place. */
function seeDecisions({ bank, language }: PlanInput): string | null {
  const docs = filledDocs(bank);
  const [doc] = playersOf("decisions", docs);
  if (doc === undefined) return null;
  const end = { en: ".", zh: "。" }[language];
  return `${KEPT_IN[language]} [${baseName(doc)}](${toTarget(doc)})${end}`;
}

function baseName(path: string): string {
  return path.replace(/.*\/(?=.)/, "");
}
