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

/** Docs that say something. A template of another tool's that nobody has filled in plays no role. */
export function filledDocs({ paths, read }: Pick<BankFiles, "paths" | "read">): string[] {
  return paths.filter(
    (path) => path !== ENTRY && path.endsWith(DOC_EXTENSION) && !isUnfilled(read(path) ?? ""),
  );
}

/** It points to the docs; what they say, and what changes over time, is not copied. */
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

/** An entry whose snapshot and focus stand for the docs that people keep. */
export function withPointers(entry: string, { bank, facts, language }: PlanInput): string {
  const docs = filledDocs(bank);
  const readme =
    facts.readme === undefined || facts.description === undefined
      ? undefined
      : wayTo(bank.name, facts.readme);
  const pointed = [
    [SECTION.snapshot, overviewOf(docs) ?? readme],
    [SECTION.focus, docOf("focus", docs)],
  ] as const;
  return pointed.reduce((text, [section, path]) => {
    if (path === undefined || findSection(parseDoc(text), section) === undefined) return text;
    return setSectionBody(text, section, renderPointer(baseName(path), path, language));
  }, entry);
}

const KEPT_IN: Text = { en: "Decisions are kept in", zh: "决策记录在" };

/** Where a bank of another tool's keeps its decisions. */
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
