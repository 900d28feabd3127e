import type { Flow, Language, Text } from "../types.ts";
import { type BlockProblem, describeProblem, parseBlocks } from "../bank/blocks.ts";
import { appendSection, lineBreakOf, setVersion } from "../bank/edit.ts";
import { ENTRY, OLD_ROUTING, SECTION, TEMPLATE_VERSION, sectionOf } from "../bank/layout.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import { userBlock } from "../bank/templates/texts.ts";
import { startOfText } from "../markdown/lines.ts";
import { describeNotText, renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { renderAdopted } from "./pointers.ts";

/** Sections that an upgrade adds to an entry with our blocks. */
const ADDED: ReadonlySet<string> = new Set([
  SECTION.routing,
  SECTION.drillDown,
  SECTION.writeSafety,
  SECTION.quickAnswers,
]);

/** Adds the sections that an older entry lacks at the end of its machine block, and updates the template version. */
export function planUpgrade(input: PlanInput): Planned {
  const { bank, language } = input;
  const before = bank.read(ENTRY);
  if (before === undefined)
    return { kind: "abort", flow: "upgrade", problem: describeNotText(ENTRY)[language] };
  const { markers, problems } = parseBlocks(before);
  if (markers.length === 0) return planTakeIn(input, "upgrade");
  if (problems.length > 0)
    return { kind: "abort", flow: "upgrade", problem: describeProblems(problems, language) };
  const added = findMissing(before, renderEntry(input, bank.paths), language, ADDED);
  return planSections(input, "upgrade", before, added);
}

/** Makes an entry without our block markers the machine block, as a whole; the old version is kept aside. */
export function planTakeIn(input: PlanInput, flow: Flow): Planned {
  const { bank, language } = input;
  const before = bank.read(ENTRY) ?? "";
  const wanted = flow === "adopt" ? new Set(Object.values(SECTION)) : ADDED;
  const added = findMissing(before, renderAdopted(input), language, wanted);
  return planSections(input, flow, inBlocks(before, language), added, true);
}

const TAKEN_IN: Text = {
  en: "its text becomes the machine block, unchanged, and the old version is kept aside; ",
  zh: "原文整体作为机器区块，旧版本另存；",
};

/** Adds sections to an entry. None can be added after an open code fence or comment. */
function planSections(
  { bank, language }: PlanInput,
  flow: Flow,
  entry: string,
  added: readonly EntrySection[],
  isTakenIn = false,
): Planned {
  let text = setVersion(entry);
  try {
    for (const section of added) text = appendSection(text, section.text);
  } catch {
    return { kind: "abort", flow, problem: OPEN_FENCE[language] };
  }
  const reason = (isTakenIn ? TAKEN_IN[language] : "") + describeUpgrade(added, language);
  const edit = { kind: "edit", path: ENTRY, before: bank.hash(ENTRY), text, reason } as const;
  const operation = isTakenIn ? ({ ...edit, keepsOld: true } as const) : edit;
  return { kind: "plan", flow, operations: [operation], notes: [] };
}

/** A text as the machine block, with an empty user block after it. */
function inBlocks(text: string, language: Language): string {
  const lineBreak = lineBreakOf(text);
  const start = startOfText(text);
  const body = text.slice(start).replace(/(?:\r\n|\r|\n)$/, "");
  const lines = ["<!-- MACHINE_BLOCK_START -->", body, "", "<!-- MACHINE_BLOCK_END -->", "", ""];
  const blocks = lines.join(lineBreak) + userBlock(language).replaceAll("\n", lineBreak);
  return text.slice(0, start) + blocks;
}

interface EntrySection {
  readonly heading: string;
  readonly text: string;
}

const SUPERSEDES: Text = {
  en: '> This section supersedes any older "Routing Rules" above.',
  zh: '> 本节取代上方任何旧的 "Routing Rules"。',
};

/** The sections of a new entry that another entry lacks. An older routing stays, and the new one says so. */
function findMissing(
  entry: string,
  template: string,
  language: Language,
  wanted: ReadonlySet<string>,
): EntrySection[] {
  const doc = parseDoc(entry);
  const hasOldRouting = findSection(doc, OLD_ROUTING) !== undefined;
  return parseDoc(template)
    .sections.filter(({ heading }) => wanted.has(sectionOf(heading)) && !findSection(doc, heading))
    .map(({ heading, from, bodyFrom, to }) => {
      const isSuperseding = hasOldRouting && sectionOf(heading) === SECTION.routing;
      const note = isSuperseding ? `\n${SUPERSEDES[language]}\n` : "";
      const body = template.slice(bodyFrom, to).trimEnd();
      return { heading, text: template.slice(from, bodyFrom) + note + body };
    });
}

const OPEN_FENCE: Text = {
  en: `The machine block of ${ENTRY} has a code fence or an HTML comment that is not closed: no section can follow it. Close it, then try again.`,
  zh: `${ENTRY} 的机器区块中有未闭合的代码块或 HTML 注释，无法在其后追加章节。请闭合后重试。`,
};

function describeUpgrade(added: readonly EntrySection[], language: Language): string {
  const marker = {
    en: `version marker ${TEMPLATE_VERSION}`,
    zh: `版本标记 ${TEMPLATE_VERSION}`,
  }[language];
  if (added.length === 0) return marker;
  const sections = added.map(({ heading }) => `"${heading}"`).join(COMMA[language]);
  return { en: `${marker}; appends ${sections}`, zh: `${marker}；追加 ${sections}` }[language];
}

const COMMA: Text = { en: ", ", zh: "、" };

function describeProblems(problems: readonly BlockProblem[], language: Language): string {
  const all = problems.map((problem) => describeProblem(problem)[language]).join(COMMA[language]);
  return {
    en: `${ENTRY}: ${all}. The four block markers must be there once each, on lines of their own, the machine block before the user block. Fix it, then try again.`,
    zh: `${ENTRY}：${all}。四个区块标记须各出现一次、单独成行，先机器区块、后用户区块。请修正后重试。`,
  }[language];
}
