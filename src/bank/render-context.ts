import type { GuardMode, HostWords, Language, ReadScope, Text } from "../types.ts";
import { fillIn } from "./fill-in.ts";
import {
  CUT_LAST,
  LIMITS,
  MEMORY_READER,
  PROTOCOL_VERSION,
  SECTION_PRIORITY,
  SKILL,
  sectionOf,
} from "./layout.ts";
import { type ReadPointer, renderEntry } from "./render-entry.ts";
import { splitStretches } from "./sections.ts";
import { cutEnd } from "./shorten.ts";
import frameEn from "./texts/frame.en.md";
import frameZh from "./texts/frame.zh.md";
import protocolEn from "./texts/protocol.en.md";
import protocolZh from "./texts/protocol.zh.md";

export interface ContextInput {
  readonly entry: string;
  /** Path of the entry and of the bank's folder as the agent's tools take them. */
  readonly entryAddress: string;
  readonly bankAddress: string;
  /** The docs that the read gate requires, as the agent's tools take them. */
  readonly conventions: readonly string[];
  readonly readPointer: ReadPointer;
  readonly guardMode: GuardMode;
  readonly readScope: ReadScope;
  readonly language: Language;
  readonly words: HostWords;
  /** Budget for the whole block. */
  readonly maxChars: number;
}

/** Room for the note that says what was left out, without the path in it. */
const ROOM_FOR_CUT_NOTE = 320;
const LONGEST_LIST = 200;

const FRAME: Text = { en: frameEn, zh: frameZh };
const PROTOCOL: Text = { en: protocolEn, zh: protocolZh };

/**
 * The block that every main request carries: as much of the entry as there is room for, and the headings that
 * did not fit. The same input gives the same bytes.
 */
export function renderContext(input: ContextInput) {
  const head = `<memory-bank>\n${fill(FRAME[input.language], input)}\n`;
  const tail = `\n${fill(PROTOCOL[input.language], input)}</memory-bank>`;
  const room = input.maxChars - head.length - tail.length;
  const entry = renderEntry(input.entry, input.language, input.readPointer);
  const ending = entry.endsWith("\n") ? "" : "\n";

  if (entry.length + ending.length <= room) {
    return { text: `${head}${entry}${ending}${tail}`, entry, leftOut: [] };
  }
  const cut = cutSections(entry, room - ROOM_FOR_CUT_NOTE - input.entryAddress.length);
  const note = cutNote(cut.leftOut, input);
  return { text: `${head}${cut.text}${note}${tail}`, entry, leftOut: cut.leftOut };
}

/** Whole sections, the most important first. Of those that are cut last, a part is shown if the whole does not fit. */
function cutSections(entry: string, room: number): { text: string; leftOut: string[] } {
  const sections = splitStretches(entry).map(({ heading, from, to }) => ({
    heading,
    text: entry.slice(from, to),
    rank: rankOf(heading),
    shown: "",
  }));
  let left = room;
  for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
    const { text, rank } = section;
    const isKept = text.length <= left;
    const end = rank < CUT_LAST ? text.lastIndexOf("\n", left / 2) + 1 : 0;
    section.shown = isKept ? text : text.slice(0, Math.max(0, end));
    left -= section.shown.length;
  }
  return {
    text: sections.map(({ shown }) => shown).join(""),
    leftOut: sections
      .filter(({ shown, text }) => shown.length < text.trimEnd().length)
      .map(({ heading }) => heading),
  };
}

function rankOf(heading: string): number {
  const section = sectionOf(heading);
  const rank = SECTION_PRIORITY.findIndex((name) =>
    name === "" ? section === "" : section.startsWith(name),
  );
  return rank === -1 ? SECTION_PRIORITY.length : rank;
}

function cutNote(leftOut: readonly string[], { language, entryAddress }: ContextInput) {
  const rest = { en: "the rest of the text", zh: "其余文本" }[language];
  const names = leftOut.map((heading) => heading || rest);
  const list = cutEnd([...new Set(names)].join({ en: ", ", zh: "、" }[language]), LONGEST_LIST);
  return {
    en: `\n[Left out for length: ${list}. To see it: read ${entryAddress}]\n`,
    zh: `\n[因篇幅省略：${list}。完整内容：read ${entryAddress}]\n`,
  }[language];
}

function fill(template: string, input: ContextInput): string {
  const values: Record<string, string> = {
    entry: input.entryAddress,
    bank: input.bankAddress,
    protocol: PROTOCOL_VERSION,
    delegate: fillIn(input.words.delegate, { agent: MEMORY_READER }),
    tools: input.words.writeTools[input.language],
    docs: String(LIMITS.directDocs),
    lines: String(LIMITS.directLines),
    skill: SKILL,
    refresh: input.words.refresh,
    gating: gatingLine(input),
  };
  return fillIn(template, values);
}

const CONVENTIONS_NAMED = 3;

function gatingLine({ guardMode, readScope, language, conventions }: ContextInput): string {
  if (guardMode === "off") return { en: "off.", zh: "关闭。" }[language];
  if (conventions.length === 0) return { en: "no conventions yet.", zh: "还没有约定。" }[language];
  const named = conventions.slice(0, CONVENTIONS_NAMED);
  const rest = conventions.length - named.length;
  const docs: Text = {
    en: named.join(", ") + (rest > 0 ? ` and ${rest} more` : ""),
    zh: named.join("、") + (rest > 0 ? ` 等 ${conventions.length} 个文件` : ""),
  };
  const when: Text = {
    turn: { en: "in each turn", zh: "每轮" },
    context: { en: "again when changed", zh: "有改动时重读" },
  }[readScope];
  const otherwise: Text =
    guardMode === "block"
      ? { en: "Otherwise it is refused.", zh: "否则写入会被拒绝。" }
      : { en: "Otherwise you are warned.", zh: "否则会收到警告。" };
  return {
    en: `before a risky write (sensitive file, several files at once) read ${docs.en} whole, ${when.en}. ${otherwise.en}`,
    zh: `高风险写入（敏感文件、一次多个文件）之前完整读 ${docs.zh}，${when.zh}。${otherwise.zh}`,
  }[language];
}
