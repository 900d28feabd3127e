import { type Line, splitLines } from "./lines.ts";
import { type Ahead, type Cursor, isSpace, lookAhead, moveTo, skipColumns } from "./cursor.ts";
import { rememberLatest } from "./remember-latest.ts";
import { type HtmlKind, findHtmlKind } from "./html.ts";

export interface ScannedLine extends Line {
  readonly kind: "blank" | "text" | "heading" | "rule" | "fence" | "code" | "html";
  /** How many block quotes and list items it is in. */
  readonly depth: number;
  /** The code fence that it opens, closes or is in. */
  readonly fence: Fence | undefined;
}

export interface Fence {
  isClosed: boolean;
}

type Container =
  | { readonly kind: "quote" }
  /** An item that has no content yet ends with the next blank line. */
  | { readonly kind: "item"; readonly indent: number; isEmpty: boolean };

type Leaf =
  | { readonly kind: "code" }
  /** A paragraph that holds only link definitions cannot be underlined to a heading. */
  | { readonly kind: "text"; isDefinitions: boolean }
  | { readonly kind: "html"; readonly html: HtmlKind }
  | { readonly kind: "fence"; readonly fence: Fence; readonly mark: string };

interface State {
  readonly containers: Container[];
  leaf: Leaf | undefined;
}

type Scanned = Pick<ScannedLine, "kind" | "depth" | "fence">;

const INDENTED = 4;
/** Each line is matched with all open containers: without a limit some texts would take quadratic time. */
const MOST_CONTAINERS = 100;
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const FENCE = /^(?:`{3,}|~{3,})/;
const CLOSING_FENCE = /^(`{3,}|~{3,})[ \t]*$/;
const RULE = /^(?:\*{3,}|-{3,}|_{3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const DEFINITION = /^\[[^\]]+\]:[ \t]*\S/;
const ITEM = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/;

/** What each line of a Markdown text is, by the rules of CommonMark. Inline syntax plays no part. */
export const scanLines = rememberLatest((text: string): readonly ScannedLine[] =>
  scanAll({ containers: [], leaf: undefined }, text, splitLines(text)),
);

function scanAll(state: State, text: string, lines: readonly Line[]): ScannedLine[] {
  return lines.map(({ from, to, end }) => {
    const cursor = { line: text.slice(from, to), offset: 0, column: 0 };
    const { kind, depth, fence } = scanLine(state, cursor);
    return { from, to, end, kind, depth, fence };
  });
}

function scanLine(state: State, cursor: Cursor): Scanned {
  const { containers, leaf } = state;
  const matched = matchContainers(containers, cursor);
  if (matched < containers.length || leaf === undefined) return startBlocks(state, cursor, matched);

  const ahead = lookAhead(cursor);
  switch (leaf.kind) {
    case "fence":
      if (ahead.indent < INDENTED && closes(leaf.mark, cursor.line.slice(ahead.offset))) {
        leaf.fence.isClosed = true;
        state.leaf = undefined;
      }
      return scanned(state, "fence", leaf.fence);
    case "html":
      if (ahead.isBlank && leaf.html.closes === undefined) break;
      endHtml(state, leaf.html, cursor);
      return scanned(state, "html");
    case "code":
      if (ahead.isBlank) return scanned(state, "blank");
      if (ahead.indent >= INDENTED) return scanned(state, "code");
      break;
    case "text":
      if (!ahead.isBlank) return startBlocks(state, cursor, matched);
  }
  state.leaf = undefined;
  return startBlocks(state, cursor, matched);
}

/** How many of the open containers the line goes on with. */
function matchContainers(containers: readonly Container[], cursor: Cursor): number {
  const ends = containers.findIndex((container) => !continues(container, cursor));
  return ends === -1 ? containers.length : ends;
}

function continues(container: Container, cursor: Cursor): boolean {
  const ahead = lookAhead(cursor);
  if (container.kind === "quote") return skipQuoteMark(cursor, ahead);
  if (ahead.isBlank) return !container.isEmpty;
  if (ahead.indent < container.indent) return false;
  skipColumns(cursor, container.indent);
  return true;
}

/** What begins on the line once `matched` of the open containers go on. */
function startBlocks(state: State, cursor: Cursor, matched: number): Scanned {
  const { containers } = state;
  let going = matched;
  const begin = (leaf: Leaf | undefined) => {
    containers.length = going;
    state.leaf = leaf;
    const parent = containers.at(-1);
    if (parent?.kind === "item") parent.isEmpty = false;
  };
  const enter = (container: Container) => {
    begin(undefined);
    containers.push(container);
    going += 1;
  };

  for (;;) {
    const ahead = lookAhead(cursor);
    const rest = cursor.line.slice(ahead.offset);
    const paragraph = state.leaf?.kind === "text" ? state.leaf : undefined;
    const isAfterText = paragraph !== undefined;
    if (ahead.isBlank) {
      containers.length = going;
      state.leaf = undefined;
      return scanned(state, "blank");
    }
    if (ahead.indent >= INDENTED) {
      if (isAfterText) paragraph.isDefinitions = false;
      else begin({ kind: "code" });
      return scanned(state, isAfterText ? "text" : "code");
    }
    if (HEADING.test(rest)) {
      begin(undefined);
      return scanned(state, "heading");
    }
    const mark = FENCE.exec(rest)?.[0];
    if (mark !== undefined && !(mark.startsWith("`") && rest.includes("`", mark.length))) {
      const fence = { isClosed: false };
      begin({ kind: "fence", fence, mark });
      return scanned(state, "fence", fence);
    }
    const html = findHtmlKind(rest);
    if (html !== undefined && (html.canInterruptParagraph || !isAfterText)) {
      begin({ kind: "html", html });
      endHtml(state, html, cursor);
      return scanned(state, "html");
    }
    const isInParagraph = isAfterText && going === containers.length;
    const isUnderlined = isInParagraph && !paragraph.isDefinitions && UNDERLINE.test(rest);
    if (isUnderlined || isRule(rest)) {
      begin(undefined);
      return scanned(state, "rule");
    }
    if (going < MOST_CONTAINERS) {
      if (skipQuoteMark(cursor, ahead)) {
        enter({ kind: "quote" });
        continue;
      }
      const indent = skipItemMark(cursor, ahead, rest, isInParagraph);
      if (indent !== undefined) {
        enter({ kind: "item", indent, isEmpty: true });
        continue;
      }
    }
    const isDefinition = DEFINITION.test(rest);
    // A paragraph may go on without the marks of its quote or item.
    if (!isAfterText) begin({ kind: "text", isDefinitions: isDefinition });
    else if (!isDefinition) paragraph.isDefinitions = false;
    return scanned(state, "text");
  }
}

function skipQuoteMark(cursor: Cursor, ahead: Ahead): boolean {
  if (ahead.indent >= INDENTED || cursor.line[ahead.offset] !== ">") return false;
  moveTo(cursor, ahead);
  skipColumns(cursor, 1);
  if (isSpace(cursor.line[cursor.offset])) skipColumns(cursor, 1);
  return true;
}

/** Moves behind the mark of a list item and gives the indent of its content. */
function skipItemMark(
  cursor: Cursor,
  ahead: Ahead,
  rest: string,
  isInParagraph: boolean,
): number | undefined {
  const [mark, number] = ITEM.exec(rest) ?? [];
  if (mark === undefined) return undefined;
  if (
    isInParagraph &&
    ((number !== undefined && Number(number) !== 1) || !/[^ \t\f\v]/.test(rest.slice(mark.length)))
  )
    return undefined;
  moveTo(cursor, ahead);
  skipColumns(cursor, mark.length);
  const content = lookAhead(cursor);
  const isCode = content.indent > INDENTED;
  const padding = content.isBlank || isCode ? 1 : content.indent;
  skipColumns(cursor, padding);
  return ahead.indent + mark.length + padding;
}

function isRule(rest: string): boolean {
  return RULE.test(rest.replaceAll(/[ \t]/g, ""));
}

function closes(mark: string, rest: string): boolean {
  return CLOSING_FENCE.exec(rest)?.[1]?.startsWith(mark) ?? false;
}

function endHtml(state: State, html: HtmlKind, cursor: Cursor): void {
  if (html.closes?.test(cursor.line.slice(cursor.offset))) state.leaf = undefined;
}

function scanned(state: State, kind: ScannedLine["kind"], fence?: Fence): Scanned {
  return { kind, depth: state.containers.length, fence };
}
