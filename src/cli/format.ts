import { STEERING } from "../bank/steering.ts";
import { say } from "./say.ts";

/** Without control characters, which could steer the terminal, and those that turn the reading direction. */
export function printable(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(STEERING, "\ufffd");
}

/** Chinese characters and pictures take two columns. */
const WIDE_CLASS = String.raw`\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}`;
const WIDE = new RegExp(`[${WIDE_CLASS}]`, "u");
/** What `colors` puts around a text. */
export const COLOR = String.raw`\u001b\[\d{1,3}m`;
const COLORS = new RegExp(COLOR, "gu");

export function columnsOf(text: string): number {
  let width = 0;
  for (const character of text.replaceAll(COLORS, "")) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** The beginning of a text, in at most so many columns. */
export function fit(text: string, columns: number): string {
  let width = 0;
  let shown = "";
  for (const character of printable(text)) {
    width += WIDE.test(character) ? 2 : 1;
    if (width > columns) return `${[...shown].slice(0, -1).join("")}…`;
    shown += character;
  }
  return shown;
}

/** A pipe has no width, and some terminals say 0: there a line stays one line. */
export function outputWidth(stream: { readonly columns?: number } = process.stdout): number {
  return stream.columns || Infinity;
}

/** Begins no line, and ends none. */
const CLOSING = "，。、：；！？）》」』】〉”’…";
const OPENING = "（《「『【〈“‘";
/** What stays on one line: spaces, a word, or a wide character, each with the punctuation that hangs on it. */
const PIECE = new RegExp(
  ` +|[${OPENING}]*(?:[^ ${WIDE_CLASS}]+|[${WIDE_CLASS}])[${CLOSING}]*`,
  "gu",
);

/** Lines of at most so many columns, broken between words and wide characters; a longer word is left whole. */
export function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const more = columnsOf(piece);
    const isSpace = piece.startsWith(" ");
    if (line.trim() !== "" && !isSpace && width + more > room) {
      lines.push(line.trimEnd());
      line = "";
      width = 0;
    }
    line += piece;
    width += more;
  }
  return [...lines, line];
}

/** Year first, in every language, so that times sort as the ids of incidents do. */
export function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000)
    return say({ en: bytes === 1 ? "1 byte" : `${bytes} bytes`, zh: `${bytes} 字节` });
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The size of a file that may not be there. */
export function describeBytes(bytes: number | undefined): string {
  return bytes === undefined ? say({ en: "no file", zh: "无文件" }) : formatBytes(bytes);
}

const CHINESE = {
  doc: "个文档",
  incident: "次事件",
  line: "行",
  error: "个错误",
  warning: "个警告",
  note: "条提示",
  session: "个会话",
  turn: "轮",
  step: "步",
  answer: "次回答",
} as const;

export function counted(number: number, noun: keyof typeof CHINESE): string {
  const plural = number === 1 ? "" : "s";
  return say({ en: `${number} ${noun}${plural}`, zh: `${number} ${CHINESE[noun]}` });
}

/** What is left out of a list. */
export function andMore(count: number): string {
  return say({ en: `… and ${count} more`, zh: `… 还有 ${count} 个` });
}

/** A word as a shell takes it, and never for an option. */
export function toShellWord(text: string): string {
  const word = text.startsWith("-") ? `./${text}` : text;
  const isPlain = /^[\p{L}\p{M}\p{N}_./:@%+=,-]+$/u.test(word);
  return isPlain ? word : `'${printable(word).replaceAll("'", String.raw`'\''`)}'`;
}
