import { parseBlocks } from "../blocks.ts";
import { splitLines, startOfText } from "../lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { parseDoc } from "../parse.ts";
import { readHeading } from "../sections.ts";

/** A doc of an older layout, taken apart: what is the user's, and the rest with its headings below `##`. */
export interface OldDoc {
  readonly text: string;
  /** Between the markers, byte for byte. */
  readonly userTexts: readonly string[];
}

const LOWEST_LEVEL = 6;

export function takeApart(text: string): OldDoc {
  const { user, markers } = parseBlocks(text);
  const userTexts = user.map(({ from, to }) => {
    const start = markers.find(({ marker, from: at }) => marker === "user-start" && at === from);
    const end = markers.find(({ marker, to: at }) => marker === "user-end" && at === to);
    return text.slice(start === undefined ? from : lineAfter(text, start.to), end?.from ?? to);
  });
  let rest = "";
  let at = startOfText(text);
  for (const { from, to } of user) {
    rest += text.slice(at, from);
    at = to;
  }
  rest += text.slice(at);
  return { text: lowerHeadings(withoutMarkers(rest)), userTexts: userTexts.filter(hasText) };
}

/** Labelled lines of a focus, such as `Goal: …`, as the entry's template takes them. */
export function readLabels(text: string): {
  goal: string | null;
  inProgress: string | null;
  remaining: string | null;
  blocked: string | null;
} {
  const find = (label: RegExp) => {
    for (const line of text.split(/\r\n|\r|\n/)) {
      const match = label.exec(line.replaceAll("**", ""));
      if (match?.[1] !== undefined && match[1].trim() !== "") return match[1].trim();
    }
    return null;
  };
  return {
    goal: find(/^[\s>*+-]*(?:goal|目标)\s*[:：](.+)$/i),
    inProgress: find(/^[\s>*+-]*(?:in progress|进行中)\s*[:：](.+)$/i),
    remaining: find(/^[\s>*+-]*(?:remaining|next(?: steps?)?|剩余|下一步)\s*[:：](.+)$/i),
    blocked: find(/^[\s>*+-]*(?:blocked|blockers?|阻塞)\s*[:：](.+)$/i),
  };
}

export interface OldDecision {
  readonly decision: string;
  readonly date: string;
}

/** List items and table rows below headings that speak of decisions. */
export function readDecisions(text: string, most: number): OldDecision[] {
  const doc = parseDoc(text);
  const sections = doc.sections.filter(
    ({ heading, owner }) => owner !== "user" && /decision|决策/i.test(heading),
  );
  return sections
    .flatMap(({ bodyFrom, to, tables }) => {
      const rows = tables.flatMap(({ rows: found }) =>
        found.map(({ cells }) =>
          cells
            .map((cell) => cell.text)
            .filter(hasText)
            .join("; "),
        ),
      );
      const items = text
        .slice(bodyFrom, to)
        .split(/\r\n|\r|\n/)
        .flatMap((line) => /^[-*+]\s+(.+)$/.exec(line)?.[1] ?? []);
      return [...rows, ...items];
    })
    .filter((line) => hasText(line) && !line.startsWith("("))
    .slice(0, most)
    .map((line) => ({
      decision: line.replaceAll("**", "").trim(),
      date: /\d{4}-\d{2}-\d{2}/.exec(line)?.[0] ?? "",
    }));
}

/** `#` becomes `###`: what was a doc is now part of a section. */
function lowerHeadings(text: string): string {
  return scanLines(text)
    .map(({ from, to, kind }) => {
      const line = text.slice(from, to);
      const { level, title } = readHeading(line);
      if (kind !== "heading" || level === 0) return line;
      return `${"#".repeat(Math.min(level + 2, LOWEST_LEVEL))} ${title}`;
    })
    .join("\n")
    .replaceAll(/^\n+|\s+$/g, "");
}

function withoutMarkers(text: string): string {
  const { markers } = parseBlocks(text);
  const starts = new Set(markers.map(({ from }) => from));
  return splitLines(text)
    .filter(({ from }) => !starts.has(from))
    .map(({ from, to }) => text.slice(from, to))
    .join("\n");
}

function lineAfter(text: string, offset: number): number {
  const lineBreak = /\r\n|\r|\n/y;
  lineBreak.lastIndex = offset;
  return lineBreak.test(text) ? lineBreak.lastIndex : offset;
}

function hasText(text: string): boolean {
  return text.trim() !== "";
}
