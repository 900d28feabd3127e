import { plainLine } from "../bank/focus.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** Without lines that `said` has already, unless an indented line follows that would lose its parent. */
export function withoutLines(text: string, said: string): string {
  const known = new Set(said.split("\n").map(plainLine));
  const lines = scanLines(text);
  return lines
    .filter(({ from, to, kind }, index) => {
      const next = lines[index + 1];
      const isAlone = next === undefined || !/^[ \t]+\S/.test(text.slice(next.from, next.to));
      return kind !== "text" || !isAlone || !known.has(plainLine(text.slice(from, to)));
    })
    .map(({ from, to }) => text.slice(from, to))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
