import { type Line, splitLines } from "./lines.ts";

export interface ScannedLine extends Line {
  readonly kind: "blank" | "text" | "heading" | "rule" | "fence" | "code" | "html";
  /** How many block quotes and list items it is in. */
  readonly depth: number;
  /** The code fence that the line opens, closes or is in. */
  readonly fence: Fence | undefined;
}

export interface Fence {
  isClosed: boolean;
}

/** A block that goes on over lines until something ends it. `closes` undefined: the next blank line ends it. */
type Open =
  | { readonly kind: "text" }
  | { readonly kind: "html"; readonly closes: RegExp | undefined }
  | { readonly kind: "fence"; readonly fence: Fence; readonly mark: string };

interface State {
  /** Open block quotes, and list items by the indent of their content. */
  containers: (number | "quote")[];
  open: Open | undefined;
  /** The last line opened a container that is still empty: a blank line then ends the list item. */
  isBare: boolean;
}

const INDENTED = 4;
const HEADING = /^#{1,6}(?: |$)/;
const FENCE = /^(?:`{3,}(?!.*`)|~{3,})/;
const CLOSING_FENCE = /^(`{3,}|~{3,}) *$/;
const RULE = /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const UNDERLINE = /^(?:=+|-+) *$/;
const ITEM = /^(?:[*+-]|(\d{1,9})[.)])(?: +|$)/;
const HTML: readonly (readonly [opens: RegExp, closes?: RegExp])[] = [
  [/^<(?:script|pre|textarea|style)(?:\s|>|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [
    /^<\/?(?:article|aside|blockquote|body|br|center|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|iframe|li|link|main|nav|ol|option|p|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?:\s|\/?>|$)/i,
  ],
];

/**
 * What each line of a Markdown text is, nearly by the rules of CommonMark. Inline syntax, rare kinds of HTML and link
 * definitions are ignored.
 */
export function scanLines(text: string): readonly ScannedLine[] {
  if (latest?.text !== text) latest = { text, lines: readLines(text) };
  return latest.lines;
}

/** The last result is kept: readers scan the same text several times in a row. */
let latest: { readonly text: string; readonly lines: readonly ScannedLine[] } | undefined;

function readLines(text: string): readonly ScannedLine[] {
  const state: State = { containers: [], open: undefined, isBare: false };
  return splitLines(text).map((line) => {
    const kind = scanLine(state, expandTabs(text.slice(line.from, line.to)));
    const fence = typeof kind === "object" ? kind : undefined;
    return {
      ...line,
      kind: typeof kind === "object" ? "fence" : kind,
      depth: state.containers.length,
      fence,
    };
  });
}

type Kind = Exclude<ScannedLine["kind"], "fence"> | Fence;

function scanLine(state: State, line: string): Kind {
  let rest = line;
  let going = 0;
  const { isBare } = state;
  state.isBare = false;
  for (const container of state.containers) {
    const isOver = isBare && going === state.containers.length - 1 && isBlank(rest);
    const inner = isOver ? undefined : insideOf(container, rest);
    if (inner === undefined) break;
    rest = inner;
    going += 1;
  }
  const { open } = state;
  if (going === state.containers.length && open?.kind === "fence") {
    const isClosing = indentOf(rest) < INDENTED && closes(open.mark, rest.trimStart());
    if (isClosing) {
      open.fence.isClosed = true;
      state.open = undefined;
    }
    return open.fence;
  }
  if (going === state.containers.length && open?.kind === "html") {
    const isOver = open.closes?.test(rest) ?? rest.trim() === "";
    if (isOver) state.open = undefined;
    if (!isOver || open.closes !== undefined) return "html";
  }
  return startBlocks(state, rest, going);
}

/** The part of a line inside a container that goes on; undefined if the container has ended. */
function insideOf(container: number | "quote", rest: string): string | undefined {
  if (container === "quote") return /^ {0,3}> ?(.*)$/s.exec(rest)?.[1];
  if (isBlank(rest)) return rest;
  return indentOf(rest) < container ? undefined : rest.slice(container);
}

/** What begins on the line, after the containers that go on. */
function startBlocks(state: State, line: string, matched: number): Kind {
  let [rest, going] = [line, matched];
  for (;;) {
    const indent = indentOf(rest);
    const body = rest.slice(indent);
    // A paragraph may go on without the marks of its quote or list item.
    const isAfterText = state.open?.kind === "text";
    const isInText = isAfterText && going === state.containers.length;
    const begin = (open: Open | undefined) => {
      state.containers.length = going;
      state.open = open;
    };
    if (isBlank(body)) {
      begin(undefined);
      state.isBare = going > matched;
      return "blank";
    }
    if (indent >= INDENTED) {
      if (isAfterText) return "text";
      begin(undefined);
      return "code";
    }
    if (HEADING.test(body)) {
      begin(undefined);
      return "heading";
    }
    const mark = FENCE.exec(body)?.[0];
    if (mark !== undefined) {
      const fence = { isClosed: false };
      begin({ kind: "fence", fence, mark });
      return fence;
    }
    const html = HTML.find(([opens]) => opens.test(body));
    if (html !== undefined) {
      const [, end] = html;
      begin(end?.test(body) === true ? undefined : { kind: "html", closes: end });
      return "html";
    }
    if ((isInText && UNDERLINE.test(body)) || RULE.test(body)) {
      begin(undefined);
      return "rule";
    }
    const inQuote = insideOf("quote", rest);
    const item = inQuote === undefined ? readItem(body, isInText) : undefined;
    if (inQuote === undefined && item === undefined) {
      if (!isAfterText) begin({ kind: "text" });
      return "text";
    }
    begin(undefined);
    state.containers.push(item === undefined ? "quote" : indent + item);
    going += 1;
    rest = inQuote ?? rest.slice(indent + (item ?? 0));
  }
}

/** The width of a list item's mark with the spaces after it. In a paragraph, some lines that look like items are text. */
function readItem(body: string, isInText: boolean): number | undefined {
  const [mark, number] = ITEM.exec(body) ?? [];
  if (mark === undefined) return undefined;
  const isLast = mark.length === body.length;
  if (isInText && (isLast || (number !== undefined && Number(number) !== 1))) return undefined;
  const bare = mark.trimEnd().length;
  return isLast || mark.length - bare > INDENTED ? bare + 1 : mark.length;
}

function closes(mark: string, rest: string): boolean {
  return CLOSING_FENCE.exec(rest)?.[1]?.startsWith(mark) ?? false;
}

function isBlank(text: string): boolean {
  return /^ *$/.test(text);
}

function indentOf(text: string): number {
  return text.search(/[^ ]|$/);
}

/** Expands tabs to every fourth column. */
function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let wide = "";
  for (const sign of line) wide += sign === "\t" ? " ".repeat(4 - (wide.length % 4)) : sign;
  return wide;
}
