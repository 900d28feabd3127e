import { linesWithEnds } from "../markdown/lines.ts";

const LAST_BREAK = /\r?\n$/;

/**
 * Adds a line at the end of a config, unless it is there. Undefined stands for no file. If the text has no last line
 * break, our line gets none either, so that dropping it restores the text as it was.
 */
export function putLine(text: string | undefined, line: string): string {
  if (text === undefined) return `${line}\n`;
  if (text.split(/\r?\n/).includes(line)) return text;
  const lineBreak = /\r\n/.test(text) ? "\r\n" : "\n";
  if (LAST_BREAK.test(text)) return text + line + lineBreak;
  return text === "" ? line : text + lineBreak + line;
}

/** Removes our lines. Returns undefined if the file was made for them. */
export function dropLines(text: string, isOurs: (line: string) => boolean): string | undefined {
  const lines = linesWithEnds(text);
  const kept = lines.filter((line) => !isOurs(line.replace(LAST_BREAK, "")));
  if (kept.length === lines.length) return text;
  const wasLast = lines.at(-1) !== kept.at(-1);
  if (kept.length === 0) return LAST_BREAK.test(text) ? undefined : "";
  const left = kept.join("");
  return wasLast && !LAST_BREAK.test(text) ? left.replace(LAST_BREAK, "") : left;
}
