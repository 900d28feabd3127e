import { scanLines } from "../../markdown/scan-lines.ts";

/** By which an offer is known. */
export const SAVES_SIGN = "💾";

const QUOTE = /^\s*(?:[-*+]\s+)?>/;
const COMMENT = /<!--|-->/g;
const TAG = /<(\/?)([a-z][\w:-]{0,40})((?:\s[^<>]{0,300})?)>/gi;
/** Text in these is shown like any other, unless they say otherwise. */
const PLAIN = /^(?:b|i|u|em|strong|p|a|h[1-6]|ul|ol|li|sub|sup|mark|center|br|hr|img|wbr|input)$/;
const HIDES = /\b(?:hidden|style|class|aria-hidden)\b/i;
/** Without an end, these take the rest along; of other names nobody knows whether they are tags. */
const HTML =
  /^(?:details|summary|pre|code|samp|kbd|blockquote|q|cite|div|span|script|style|template|noscript|textarea|dialog|table|thead|tbody|tr|td|th|del|s|svg|math|iframe|object|section|aside|select|option)$/;
const INLINE_CODE = /`[^`\n]*`/g;
const TABLE_BORDER = /^[\s|:-]+$/;

/**
 * What the reader of a message takes as said to them, line by line. Examples in code, quotes, tables, comments and
 * folded parts are not; what has no end takes the rest along.
 */
export function shownLines(text: string): string[] {
  let isQuoted = false;
  const scanned = scanLines(text);
  const lines = scanned.map(({ kind, depth, from, to }) => {
    const line = text.slice(from, to);
    // A paragraph of a quote may go on without its mark.
    isQuoted = (kind !== "html" && QUOTE.test(line)) || (isQuoted && kind === "text" && depth > 0);
    if (kind === "fence" || isQuoted) return "";
    if (kind === "rule") return "---";
    // What belongs to an offer may be indented deeply, the offer may not.
    return kind === "code" && line.includes(SAVES_SIGN) ? "" : line;
  });
  const shown = withoutCodeSpans(withoutTables(lines).join("\n"));
  return withoutElements(withoutComments(shown)).split("\n");
}

/** From the line above the border to the next blank one. */
function withoutTables(lines: readonly string[]): string[] {
  let isTable = false;
  return lines.map((line, index) => {
    isTable = line.trim() !== "" && (isTable || isTableBorder(line) || isHead(line, index));
    return isTable ? "" : line;
  });

  function isHead(line: string, index: number): boolean {
    return line.includes("|") && isTableBorder(lines[index + 1] ?? "");
  }
}

function isTableBorder(line: string): boolean {
  return line.includes("|") && line.includes("-") && TABLE_BORDER.test(line);
}

/** Code that goes on over lines of one paragraph. */
function withoutCodeSpans(text: string): string {
  let shown = "";
  let from = 0;
  let open: RegExpExecArray | undefined;
  for (const mark of text.matchAll(/`+|\n[^\S\n]*\n/g)) {
    if (mark[0].startsWith("\n")) open = undefined;
    else if (open === undefined) open = mark;
    else if (mark[0] === open[0]) {
      const span = text.slice(open.index, mark.index);
      if (span.includes("\n")) {
        shown += text.slice(from, open.index) + breaksIn(span);
        from = mark.index + mark[0].length;
      }
      open = undefined;
    }
  }
  return shown + text.slice(from);
}

function withoutComments(text: string): string {
  const borders = blankCode(text).matchAll(COMMENT);
  return withoutHidden(
    text,
    [...borders].map((found) => ({
      at: found.index,
      end: found.index + found[0].length,
      step: found[0] === "<!--" ? "in" : "out",
    })),
    1,
  );
}

/** What stands in an element of HTML may be folded, hidden, code or a quote. */
function withoutElements(text: string): string {
  const tags = [...blankCode(text).matchAll(TAG)].map((found) => ({
    name: (found[2] ?? "").toLowerCase(),
    at: found.index,
    end: found.index + found[0].length,
    isClosing: found[1] !== "",
    says: found[3] ?? "",
  }));
  const closed = new Map(
    tags.flatMap(({ name, at, isClosing }) => (isClosing ? [[name, at]] : [])),
  );
  const borders = tags.flatMap(({ name, at, end, isClosing, says }): Border[] => {
    if (isClosing) return [{ at, end, step: "out", name }];
    if (says.endsWith("/") || (PLAIN.test(name) && !HIDES.test(says))) return [];
    return HTML.test(name) || (closed.get(name) ?? -1) > at ? [{ at, end, step: "in", name }] : [];
  });
  return withoutHidden(text, borders, MOST_ELEMENTS);
}

const MOST_ELEMENTS = 100;

interface Border {
  readonly at: number;
  readonly end: number;
  readonly step: "in" | "out";
  readonly name?: string;
}

/** Without what lies between an opening and its closing. Lines stay where they are. */
function withoutHidden(text: string, borders: readonly Border[], deepest: number): string {
  const open: (string | undefined)[] = [];
  let shown = "";
  let from = 0;
  for (const { at, end, step, name } of borders) {
    const piece = text.slice(from, at);
    shown += open.length === 0 ? piece : breaksIn(piece);
    from = end;
    if (step === "in") {
      if (open.length < deepest) open.push(name);
    } else {
      const opened = open.lastIndexOf(name);
      if (opened !== -1) open.length = opened;
    }
  }
  const rest = text.slice(from);
  return shown + (open.length === 0 ? rest : breaksIn(rest));
}

function blankCode(text: string): string {
  return text.replaceAll(INLINE_CODE, (code) => " ".repeat(code.length));
}

function breaksIn(text: string): string {
  return text.replaceAll(/[^\n]+/g, "");
}
