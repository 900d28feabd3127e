import { stripVTControlCharacters } from "node:util";
import { STEERING } from "../bank/steering.ts";
import { say } from "./say.ts";

/** Replaces characters that could control the terminal or change the reading direction. */
export function printable(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(STEERING, "\ufffd");
}

/** Chinese characters and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function columnsOf(text: string): number {
  const characters = [...stripVTControlCharacters(text)];
  return characters.reduce((width, each) => width + (WIDE.test(each) ? 2 : 1), 0);
}

/** Wraps to lines of at most `room` columns, at spaces and before Chinese characters. A longer word stays whole. */
export function wrap(text: string, room: number): string[] {
  if (columnsOf(text) <= room) return [text];
  const lines: string[] = [];
  let line = "";
  for (const piece of text.split(/(?<= )(?=[^ ])|(?<=[^ ])(?=\p{Script=Han})/u)) {
    if (line.trim() !== "" && columnsOf((line + piece).trimEnd()) > room) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line];
}

/** Year first in every language, so that times sort in the same order as the ids of incidents. */
export function localTime(time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" }).format(time);
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
} as const;

export function counted(number: number, noun: keyof typeof CHINESE): string {
  const plural = number === 1 ? "" : "s";
  return say({ en: `${number} ${noun}${plural}`, zh: `${number} ${CHINESE[noun]}` });
}

export function andMore(count: number): string {
  return say({ en: `… and ${count} more`, zh: `… 还有 ${count} 个` });
}
