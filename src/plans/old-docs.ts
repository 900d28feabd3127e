import { parseBlocks } from "../bank/blocks.ts";
import { lineBreakOf } from "../bank/edit.ts";
import { splitLines, startOfText } from "../markdown/lines.ts";
import { TEMPLATE_MARKER } from "../bank/layout.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { readHeading } from "../bank/sections.ts";

/** A doc of an older layout, taken apart: what is the user's, and the rest with its headings below `##`. */
export interface OldDoc {
  readonly text: string;
  /** Between the markers, byte for byte. */
  readonly userTexts: readonly string[];
  readonly lineBreak: string;
}

const LOWEST_LEVEL = 6;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** Undefined where a user block has no beginning or no end: nobody can say what is the user's. */
export function takeApart(text: string): OldDoc | undefined {
  const { markers } = parseBlocks(text);
  const users = markers.filter(({ marker }) => marker.startsWith("user-"));
  const isSound =
    users.every(({ marker }, index) => marker === (index % 2 === 0 ? "user-start" : "user-end")) &&
    users.length % 2 === 0;
  if (!isSound) return undefined;
  const userTexts: string[] = [];
  let rest = "";
  let at = startOfText(text);
  users.forEach(({ from, to }, index) => {
    if (index % 2 === 0) {
      rest += text.slice(at, from);
      at = lineAfter(text, to);
    } else {
      userTexts.push(text.slice(at, from));
      at = to;
    }
  });
  rest += text.slice(at);
  return {
    text: lowerHeadings(withoutMarkers(rest)),
    userTexts: userTexts.filter((words) => words.trim() !== ""),
    lineBreak: lineBreakOf(text),
  };
}

/** `#` becomes `###`: what was a doc is now part of a section. */
function lowerHeadings(text: string): string {
  const lines: string[] = [];
  let before = "";
  for (const { from, to, kind, depth } of scanLines(text)) {
    const line = text.slice(from, to);
    const underline = kind === "rule" && before === "text" ? UNDERLINE.exec(line)?.[1] : undefined;
    if (kind === "heading") lines.push(lower(line));
    // Only a heading of one line is changed: of one over several lines, only the last would become the heading.
    else if (underline !== undefined && depth === 0 && isAlone(lines)) {
      lines.push(`${underline.startsWith("=") ? "###" : "####"} ${lines.pop()?.trim() ?? ""}`);
    } else lines.push(line);
    before = kind;
  }
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

function isAlone(lines: readonly string[]): boolean {
  return (lines.at(-2) ?? "").trim() === "";
}

/** The `#` may stand behind marks of a list or a quote. */
function lower(line: string): string {
  const at = line.search(/#{1,6}(?:[ \t]|$)/);
  const { level, title } = readHeading(line.slice(at));
  return `${line.slice(0, at)}${"#".repeat(Math.min(level + 2, LOWEST_LEVEL))} ${title}`.trimEnd();
}

function withoutMarkers(text: string): string {
  const { markers } = parseBlocks(text);
  const starts = new Set(markers.map(({ from }) => from));
  return splitLines(text)
    .filter(({ from, to }) => !starts.has(from) && !isTemplateMarker(text.slice(from, to)))
    .map(({ from, to }) => text.slice(from, to))
    .join("\n");
}

function isTemplateMarker(line: string): boolean {
  return TEMPLATE_MARKER.exec(line)?.[0] === line.trim();
}

function lineAfter(text: string, offset: number): number {
  const lineBreak = /\r\n|\r|\n/y;
  lineBreak.lastIndex = offset;
  return lineBreak.test(text) ? lineBreak.lastIndex : offset;
}
