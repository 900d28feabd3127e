import type { Flow, Language, Text } from "../types.ts";
import { type BlockProblem, type Marker, parseBlocks } from "../bank/blocks.ts";
import { appendSection, setVersion } from "../bank/edit.ts";
import { ENTRY, SECTION, TEMPLATE_VERSION, sectionOf } from "../bank/layout.ts";
import { parseDoc } from "../bank/parse.ts";
import { renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { renderAdopted } from "./pointers.ts";
import { type EntrySection, findMissingSections, takeIn } from "./take-in.ts";

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
  if (before === undefined) return abort(NOT_TEXT[language]);
  const { markers, problems } = parseBlocks(before);
  if (markers.length === 0) return planTakeIn(input, "upgrade");
  const [problem, ...others] = problems;
  if (problem !== undefined) return abort(describeProblems([problem, ...others], language));
  const template = parseDoc(renderEntry(input, bank.paths));
  const added = findMissingSections(parseDoc(before), template, language).filter(({ heading }) =>
    ADDED.has(sectionOf(heading)),
  );
  const text = append(before, added);
  if (text === undefined) return abort(OPEN_FENCE[language]);
  const reason = describeUpgrade(added, language);
  return {
    kind: "plan",
    flow: "upgrade",
    operations: [{ kind: "edit", path: ENTRY, before: bank.hash(ENTRY), text, reason }],
    notes: [],
  };
}

/** An entry without any of our block markers becomes the machine block, whole; the old version is kept aside. */
export function planTakeIn(input: PlanInput, flow: Flow): Planned {
  const { bank, language } = input;
  const before = bank.read(ENTRY) ?? "";
  const template = renderAdopted(input);
  const added = findMissingSections(parseDoc(before), parseDoc(template), language).filter(
    ({ heading }) => flow === "adopt" || ADDED.has(sectionOf(heading)),
  );
  const text = takeIn(before, added, language);
  if (text === undefined) return { kind: "abort", flow, problem: OPEN_FENCE[language] };
  const reason = TAKEN_IN[language] + describeUpgrade(added, language);
  const hash = bank.hash(ENTRY);
  return {
    kind: "plan",
    flow,
    operations: [{ kind: "edit", path: ENTRY, before: hash, text, reason, keepsOld: true }],
    notes: [],
  };
}

const TAKEN_IN: Text = {
  en: "its text becomes the machine block, unchanged, and the old version is kept aside; ",
  zh: "原文整体作为机器区块，旧版本另存；",
};

/** Undefined where what is added at the end of the machine block would not be a section. */
function append(before: string, sections: readonly EntrySection[]): string | undefined {
  try {
    return sections.reduce(
      (text, section) => appendSection(text, section.text).contents,
      setVersion(before).contents,
    );
  } catch {
    return undefined;
  }
}

function abort(problem: string): Planned {
  return { kind: "abort", flow: "upgrade", problem };
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

const MARKERS: Readonly<Record<Marker, string>> = {
  "machine-start": "<!-- MACHINE_BLOCK_START -->",
  "machine-end": "<!-- MACHINE_BLOCK_END -->",
  "user-start": "<!-- USER_BLOCK_START -->",
  "user-end": "<!-- USER_BLOCK_END -->",
};

/** What is wrong with a marker that is there. */
const WRONG: Readonly<Record<Exclude<BlockProblem["kind"], "missing">, Text>> = {
  doubled: { en: "is there twice", zh: "重复" },
  "out-of-order": { en: "is out of order", zh: "顺序不对" },
};
const RULE: Text = {
  en: "The four block markers must be there once each, on lines of their own, the machine block before the user block. Fix it, then try again.",
  zh: "四个区块标记须各出现一次、单独成行，先机器区块、后用户区块。请修正后重试。",
};

/** Which markers are missing, or the first that is wrong; and what to do about it. */
function describeProblems(
  [first, ...others]: readonly [BlockProblem, ...BlockProblem[]],
  language: Language,
): string {
  if (first.kind !== "missing") {
    const wrong = WRONG[first.kind][language];
    const marker = MARKERS[first.marker];
    return {
      en: `${marker} at line ${first.line} of ${ENTRY} ${wrong}. ${RULE.en}`,
      zh: `${ENTRY} 第 ${first.line} 行的 ${marker} ${wrong}。${RULE.zh}`,
    }[language];
  }
  const missing = [first, ...others.filter(({ kind }) => kind === "missing")];
  const markers = missing.map(({ marker }) => MARKERS[marker]).join(COMMA[language]);
  return {
    en: `${ENTRY} lacks ${markers}. ${RULE.en}`,
    zh: `${ENTRY} 缺少 ${markers}。${RULE.zh}`,
  }[language];
}
