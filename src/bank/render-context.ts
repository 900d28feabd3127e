import type { GuardMode, HostWords, Language, ReadScope, Text } from "../types.ts";
import { fillIn } from "./fill-in.ts";
import { LIMITS, MEMORY_READER, PROTOCOL_VERSION, SKILL } from "./layout.ts";
import { type ReadPointer, renderEntry } from "./render-entry.ts";
import { type Section, splitSections } from "./sections.ts";
import { cutEnd } from "./shorten.ts";
import frameEn from "./texts/frame.en.md";
import frameZh from "./texts/frame.zh.md";
import protocolEn from "./texts/protocol.en.md";
import protocolZh from "./texts/protocol.zh.md";

export interface ContextInput {
  readonly entry: string;
  /** The entry goes on beyond `entry`: it was too large to read whole. */
  readonly isPart: boolean;
  /** Path of the entry and of the bank's folder as the agent's tools take them. */
  readonly entryAddress: string;
  readonly bankAddress: string;
  /** What the read gate asks for, as the agent's tools take it. */
  readonly conventions: readonly string[];
  readonly readPointer: ReadPointer;
  readonly guardMode: GuardMode;
  readonly readScope: ReadScope;
  readonly language: Language;
  readonly words: HostWords;
  /** Budget for the whole block. */
  readonly maxChars: number;
}

export interface RenderedContext {
  readonly text: string;
  /** The entry as it is shown where there is room. */
  readonly entry: string;
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
  const entry = renderEntry(input.entry, input.language, input.readPointer);
  const ending = entry.endsWith("\n") ? "" : "\n";

  if (!input.isPart && entry.length + ending.length <= room) {
    return { text: `${head}${entry}${ending}${tail}`, entry, leftOut: [], isUncut: true };
  }
  const cut = cutSections(
    splitSections(entry),
    Math.max(0, room - ROOM_FOR_CUT_NOTE - input.entryAddress.length),
  );
  const note = cutNote(cut.leftOut, input);
  return { text: `${head}${cut.text}${note}${tail}`, entry, leftOut: cut.leftOut, isUncut: false };
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
  const cut = text.slice(0, room - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}\n`;
}

function cutNote(leftOut: readonly string[], input: ContextInput): string {
  const { language, entryAddress } = input;
  const headings = leftOut.filter((heading) => heading !== "");
  const named = headings
    .slice(0, HEADINGS_NAMED)
    .map((heading) => cutEnd(heading, LONGEST_HEADING));
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
