import type { GuardMode, HostWords, Language, ReadScope, Text } from "../types.ts";
import { fillIn } from "./fill-in.ts";
import { LIMITS, MEMORY_READER, PROTOCOL_VERSION, SKILL } from "./layout.ts";
import { type Section, splitSections } from "./sections.ts";
import frameEn from "./texts/frame.en.md";
import frameZh from "./texts/frame.zh.md";
import protocolEn from "./texts/protocol.en.md";
import protocolZh from "./texts/protocol.zh.md";
import { findVersion } from "./version.ts";

export interface ContextInput {
  readonly entry: string;
  /** The entry goes on beyond `entry`: it was too large to read whole. */
  readonly isPart: boolean;
  /** Path of the entry and of the bank's folder as the agent's tools take them. */
  readonly entryAddress: string;
  readonly bankAddress: string;
  /** What the read gate asks for, as the agent's tools take it. */
  readonly conventions: readonly string[];
  /** The doc that tells what is being worked on, where the entry is not the only one. */
  readonly focusAddress: string | undefined;
  readonly fingerprint: string;
  readonly guardMode: GuardMode;
  readonly readScope: ReadScope;
  /** The orchestrator that the user talks to has it in its prompt: when to read need not be said at length twice. */
  readonly hasKeyTrigger: boolean;
  readonly language: Language;
  readonly words: HostWords;
  /** Budget for the whole block. */
  readonly maxChars: number;
}

export interface RenderedContext {
  readonly text: string;
  /** Headings that did not fit, in document order. */
  readonly leftOut: readonly string[];
  readonly isUncut: boolean;
}

/** Focus and routing outrank everything that follows them in SECTION_PRIORITY. */
const LAST_ESSENTIAL_PRIORITY = 2;
/** Without the path, which the note names too. */
const ROOM_FOR_CUT_NOTE = 320;
const LONGEST_PREAMBLE = 1000;
const HEADINGS_NAMED = 5;
const LONGEST_HEADING = 40;

const FRAME: Text = { en: frameEn, zh: frameZh };
const PROTOCOL: Text = { en: protocolEn, zh: protocolZh };

/** The block that every main request carries. The same input gives the same bytes. */
export function renderContext(input: ContextInput): RenderedContext {
  const head = `<memory-bank>\n${fill(FRAME[input.language], input)}\n`;
  const tail = `\n${fill(PROTOCOL[input.language], input)}</memory-bank>`;
  const room = input.maxChars - head.length - tail.length;
  const entry = neutralise(input.entry);
  const ending = entry.endsWith("\n") ? "" : "\n";

  if (!input.isPart && entry.length + ending.length <= room) {
    return { text: `${head}${entry}${ending}${tail}`, leftOut: [], isUncut: true };
  }
  const cut = cutSections(
    splitSections(entry),
    Math.max(0, room - ROOM_FOR_CUT_NOTE - input.entryAddress.length),
  );
  const note = cutNote(cut.leftOut, input);
  return { text: `${head}${cut.text}${note}${tail}`, leftOut: cut.leftOut, isUncut: false };
}

/** A doc must not be able to close our block and speak in its own name. */
function neutralise(entry: string): string {
  return entry.replaceAll(/<(?=\s*\/\s*memory-bank)/gi, "&lt;");
}

function cutSections(
  sections: readonly Section[],
  room: number,
): { text: string; leftOut: string[] } {
  const kept = new Map<Section, string>();
  let left = room;
  for (const section of sections.toSorted((a, b) => rank(a) - rank(b))) {
    const text =
      section.text.length <= left
        ? section.text
        : section.priority <= LAST_ESSENTIAL_PRIORITY
          ? headOf(section.text, Math.floor(left / 2))
          : "";
    if (text === "") continue;
    kept.set(section, text);
    left -= text.length;
  }
  return {
    text: sections.map((section) => kept.get(section) ?? "").join(""),
    leftOut: sections
      .filter((section) => (kept.get(section)?.length ?? 0) < section.text.trimEnd().length)
      .map((section) => section.heading),
  };
}

/** An entry without headings is one long preamble: it must not push out focus and routing. */
function rank(section: Section): number {
  return section.priority < 0 && section.text.length > LONGEST_PREAMBLE
    ? LAST_ESSENTIAL_PRIORITY + 0.5
    : section.priority;
}

function headOf(text: string, room: number): string {
  if (room <= 0) return "";
  const border = text.lastIndexOf("\n", room - 1);
  if (border > 0) return text.slice(0, border + 1);
  const end = isHighSurrogate(text, room - 2) ? room - 2 : room - 1;
  return end > 0 ? `${text.slice(0, end)}\n` : "";
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

function cutNote(leftOut: readonly string[], input: ContextInput): string {
  const { language, entryAddress } = input;
  const headings = leftOut.filter((heading) => heading !== "");
  const named = headings.slice(0, HEADINGS_NAMED).map(shortenHeading);
  const more = headings.length - named.length;
  const parts = [
    ...named,
    ...(more > 0 ? [{ en: `${more} more sections`, zh: `另外 ${more} 节` }[language]] : []),
    ...(headings.length < leftOut.length || input.isPart
      ? [{ en: "the rest of the text", zh: "其余文本" }[language]]
      : []),
  ];
  return {
    en: `\n[Left out for length: ${parts.join(", ")}. To see it: read ${entryAddress}]\n`,
    zh: `\n[因篇幅省略：${parts.join("、")}。完整内容：read ${entryAddress}]\n`,
  }[language];
}

function shortenHeading(heading: string): string {
  return heading.length <= LONGEST_HEADING ? heading : `${heading.slice(0, LONGEST_HEADING - 1)}…`;
}

function fill(template: string, input: ContextInput): string {
  const values: Record<string, string> = {
    entry: input.entryAddress,
    bank: input.bankAddress,
    protocol: PROTOCOL_VERSION,
    template: templateOf(input.entry),
    fingerprint: input.fingerprint,
    delegate: fillIn(input.words.delegate, { agent: MEMORY_READER }),
    tools: input.words.writeTools[input.language],
    docs: String(LIMITS.directDocs),
    lines: String(LIMITS.directLines),
    skill: SKILL,
    refresh: input.words.refresh,
    trigger: triggerLine(input),
    gating: gatingLine(input),
  };
  return fillIn(template, values);
}

/** A malformed version is not shown: it could be any text. */
function templateOf(entry: string): string {
  const placed = findVersion(entry);
  return placed?.version === undefined ? "unknown" : placed.value;
}

/** Every agent gets this line, also those that have no key trigger in their prompt. */
function triggerLine(input: ContextInput): string {
  const { hasKeyTrigger, language, focusAddress: focus } = input;
  const doc = nameConventions(input);
  const task: Text =
    focus === undefined
      ? { en: "", zh: "" }
      : { en: ` Going on with a task: ${focus}.`, zh: `继续任务：读 ${focus}。` };
  const choice: Text =
    doc === undefined
      ? { en: "", zh: "" }
      : {
          en: ` Technology choice, new module, architecture, shared code, refactoring: ${doc}.`,
          zh: `技术选型、新模块、架构、公共模块、重构：读 ${doc}。`,
        };
  const line: Text = hasKeyTrigger
    ? {
        en: "as in Step 0: Memory Bank, if your prompt has it; else the task touches this project's decisions, conventions, requirements, structure or history. Unsure: read, do not guess.",
        zh: "照 Step 0: Memory Bank；提示里没有它时：任务涉及本项目的决策、约定、需求、结构或历史。不确定时去读，不要猜。",
      }
    : {
        en: `the task touches this project's decisions, conventions, requirements, structure or history.${choice.en} Unsure: read, do not guess.`,
        zh: `任务涉及本项目的决策、约定、需求、结构或历史。${choice.zh}不确定时去读，不要猜。`,
      };
  return line[language] + task[language];
}

const CONVENTIONS_NAMED = 3;

function nameConventions({ conventions, language }: ContextInput): string | undefined {
  if (conventions.length === 0) return undefined;
  const rest = conventions.length - CONVENTIONS_NAMED;
  const named = conventions.slice(0, CONVENTIONS_NAMED).join({ en: ", ", zh: "、" }[language]);
  return rest > 0
    ? named + { en: ` and ${rest} more`, zh: ` 等 ${conventions.length} 个` }[language]
    : named;
}

const GATED: Readonly<Record<ReadScope, Readonly<Record<"when" | "again", Text>>>> = {
  turn: { when: { en: "in each turn, ", zh: "每轮在" }, again: { en: "", zh: "" } },
  context: {
    when: { en: "", zh: "在" },
    again: { en: ", and again when it has changed", zh: "，文档改变后重读" },
  },
};

const NOTHING_YET: Text = {
  en: "no conventions are recorded yet: before a risky write there is nothing to read but this entry.",
  zh: "还没有记录约定：高风险写入之前，除本入口外没有要读的。",
};

function gatingLine(input: ContextInput): string {
  const { guardMode, readScope, language } = input;
  const doc = nameConventions(input);
  if (guardMode === "off") return { en: "off.", zh: "关闭。" }[language];
  if (doc === undefined) return NOTHING_YET[language];
  const otherwise: Text =
    guardMode === "block"
      ? { en: "it is refused", zh: "否则写入会被拒绝" }
      : { en: "you are warned", zh: "否则会收到警告" };
  const { when, again } = GATED[readScope];
  return {
    en: `${when.en}read ${doc} whole before a risky write (sensitive file, several files at once)${again.en}: unread, ${otherwise.en}.`,
    zh: `${when.zh}高风险写入（敏感文件、一次多个文件）之前先完整读 ${doc}${again.zh}，${otherwise.zh}。`,
  }[language];
}
