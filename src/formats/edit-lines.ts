const LAST_BREAK = /\r?\n$/;

/**
 * Adds a line at the end of a config of lines, unless it is there. Undefined stands for no file. A text without a last
 * line break gets none behind our line either, so that dropping it finds the text as it was.
 */
export function putLine(text: string | undefined, line: string): string {
  if (text === undefined) return `${line}\n`;
  if (text.split(/\r?\n/).includes(line)) return text;
  const lineBreak = /\r\n/.test(text) ? "\r\n" : "\n";
  if (LAST_BREAK.test(text)) return text + line + lineBreak;
  return text === "" ? line : text + lineBreak + line;
}

/** Takes such lines out again. Undefined where the file was made for them. */
export function dropLines(text: string, isOurs: (line: string) => boolean): string | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kept = lines.filter((line) => !isOurs(line.replace(LAST_BREAK, "")));
  if (kept.length === lines.length) return text;
  const wasLast = lines.at(-1) !== kept.at(-1);
  if (kept.length === 0) return LAST_BREAK.test(text) ? undefined : "";
  const left = kept.join("");
  return wasLast && !LAST_BREAK.test(text) ? left.replace(LAST_BREAK, "") : left;
}
