import { STEERING } from "../bank/steering.ts";
import { say } from "./say.ts";

/** Without control characters, which could steer the terminal, and those that turn the reading direction. */
export function printable(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(STEERING, "\ufffd");
}

/** Chinese characters and pictures take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function columnsOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
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

export function terminalWidth(): number {
  return Math.max(40, process.stdout.columns ?? 80);
}

/** A pipe has no width: text that is wrapped for a terminal stays on one line there. */
export function outputWidth(): number {
  return process.stdout.columns ?? Infinity;
}

/** Lines of at most so many columns, broken at spaces; a longer word is left whole. */
export function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && columnsOf(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
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
  "more line": "行",
  decision: "个决定",
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

/** A word as a shell takes it, and never for an option; what would steer the terminal is escaped. */
export function toShellWord(text: string): string {
  const word = text.startsWith("-") ? `./${text}` : text;
  if (/^[\p{L}\p{M}\p{N}_./:@%+=,-]+$/u.test(word)) return word;
  const escaped = word.replaceAll(STEERING, toEscape);
  if (escaped === word) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const plain = word.replaceAll(/[\\']/g, String.raw`\$&`);
  return `$'${plain.replaceAll(STEERING, toEscape)}'`;
}

function toEscape(character: string): string {
  return String.raw`\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
