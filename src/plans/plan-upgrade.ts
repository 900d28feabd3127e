import type { Flow, Language, Text } from "../types.ts";
import { type BlockProblem, type Marker, parseBlocks } from "../bank/blocks.ts";
import { appendSection, lineBreakOf, setVersion } from "../bank/edit.ts";
import { ENTRY, OLD_ROUTING, SECTION, TEMPLATE_VERSION, sectionOf } from "../bank/layout.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import { userBlock } from "../bank/templates/texts.ts";
import { startOfText } from "../markdown/lines.ts";
import { renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { renderAdopted } from "./pointers.ts";

/** What an upgrade adds to an entry that has our blocks. */
const ADDED: ReadonlySet<string> = new Set([
  SECTION.routing,
  SECTION.drillDown,
  SECTION.writeSafety,
  SECTION.quickAnswers,
]);

/** Adds what an older entry lacks, at the end of its machine block, and names the template. */
export function planUpgrade(input: PlanInput): Planned {
  const { bank, language } = input;
  const before = bank.read(ENTRY);
  if (before === undefined) return { kind: "abort", flow: "upgrade", problem: NOT_TEXT[language] };
  const { markers, problems } = parseBlocks(before);
  if (markers.length === 0) return planTakeIn(input, "upgrade");
  if (problems.length > 0)
    return { kind: "abort", flow: "upgrade", problem: describeProblems(problems, language) };
  const added = findMissing(before, renderEntry(input, bank.paths), language, ADDED);
  const text = append(before, added);
  return planEntry(input, "upgrade", text, describeUpgrade(added, language));
}

/** An entry without any of our block markers becomes the machine block, whole; the old version is kept aside. */
export function planTakeIn(input: PlanInput, flow: Flow): Planned {
  const { bank, language } = input;
  const before = bank.read(ENTRY) ?? "";
  const wanted = flow === "adopt" ? new Set(Object.values(SECTION)) : ADDED;
  const added = findMissing(before, renderAdopted(input), language, wanted);
  const reason = TAKEN_IN[language] + describeUpgrade(added, language);
  return planEntry(input, flow, takeIn(before, added, language), reason, { keepsOld: true });
}

const TAKEN_IN: Text = {
  en: "its text becomes the machine block, unchanged, and the old version is kept aside; ",
  zh: "原文整体作为机器区块，旧版本另存；",
};

function planEntry(
  { bank, language }: PlanInput,
  flow: Flow,
  text: string | undefined,
  reason: string,
  more: { readonly keepsOld?: true } = {},
): Planned {
  if (text === undefined) return { kind: "abort", flow, problem: OPEN_FENCE[language] };
  const edit = { kind: "edit", path: ENTRY, before: bank.hash(ENTRY), text, reason } as const;
  return { kind: "plan", flow, operations: [{ ...edit, ...more }], notes: [] };
}

interface EntrySection {
  readonly heading: string;
  readonly text: string;
}

const SUPERSEDES: Text = {
  en: '> This section supersedes any older "Routing Rules" above.',
  zh: '> 本节取代上方任何旧的 "Routing Rules"。',
};

/** The sections of a new entry that another one lacks. An older routing stays, and the new one says so. */
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

/** Undefined where what is added at the end of the machine block would not be a section. */
function append(before: string, sections: readonly EntrySection[]): string | undefined {
  try {
    return sections.reduce(
      (text, section) => appendSection(text, section.text),
      setVersion(before),
    );
  } catch {
    return undefined;
  }
}

/** The entry whole in a machine block, with the sections that it lacks; undefined where it would not be sound. */
function takeIn(
  before: string,
  sections: readonly EntrySection[],
  language: Language,
): string | undefined {
  const lineBreak = lineBreakOf(before);
  const start = startOfText(before);
  const body = before.slice(start).replace(/(?:\r\n|\r|\n)$/, "");
  const missing = sections.map(({ text }) => text.replaceAll("\n", lineBreak));
  const own = userBlock(language).replaceAll("\n", lineBreak);
  const wrap = (parts: readonly string[]) => {
    const inner = parts.join(lineBreak + lineBreak);
    const machine = ["<!-- MACHINE_BLOCK_START -->", inner, "<!-- MACHINE_BLOCK_END -->"];
    return setVersion(before.slice(0, start) + [...machine, "", own].join(lineBreak));
  };
  // An open fence or comment would swallow what stands behind it.
  return [wrap([body, ...missing, ""]), wrap([...missing, body, ""])].find((text) => {
    const doc = parseDoc(text);
    const isThere = ({ heading }: EntrySection) => findSection(doc, heading) !== undefined;
    return doc.blocks.problems.length === 0 && sections.every(isThere);
  });
}

const NOT_TEXT: Text = {
  en: `${ENTRY} is not UTF-8 text. Convert it, then try again.`,
  zh: `${ENTRY} 不是 UTF-8 文本。请转换编码后重试。`,
};

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

/** What is wrong with a marker. */
const WRONG: Readonly<Record<BlockProblem["kind"], Text>> = {
  missing: { en: "is missing", zh: "缺失" },
  doubled: { en: "is there twice", zh: "重复" },
  "out-of-order": { en: "is out of order", zh: "顺序不对" },
};

function describeProblems(problems: readonly BlockProblem[], language: Language): string {
  const wrong = problems.map((problem) => {
    const line =
      "line" in problem
        ? { en: ` (line ${problem.line})`, zh: `（第 ${problem.line} 行）` }
        : undefined;
    const { en, zh } = WRONG[problem.kind];
    const marker = toMarkerLine(problem.marker);
    return { en: `${marker}${line?.en ?? ""} ${en}`, zh: `${marker}${line?.zh ?? ""}${zh}` }[
      language
    ];
  });
  const all = wrong.join(COMMA[language]);
  return {
    en: `${ENTRY}: ${all}. The four block markers must be there once each, on lines of their own, the machine block before the user block. Fix it, then try again.`,
    zh: `${ENTRY}：${all}。四个区块标记须各出现一次、单独成行，先机器区块、后用户区块。请修正后重试。`,
  }[language];
}

function toMarkerLine(marker: Marker): string {
  return `<!-- ${marker.replace("-", "_BLOCK_").toUpperCase()} -->`;
}
