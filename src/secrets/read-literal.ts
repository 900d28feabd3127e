import { decodePercent } from "../markdown/links.ts";
import { stripSigns } from "./strip-signs.ts";

export interface Literal {
  readonly value: string;
  readonly isQuoted: boolean;
  /** Behind the literal and its closing quote. */
  readonly to: number;
}

const LONGEST = 300;
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
  "【": "】",
};
/** Emphasis, then the prefix of a string in some language, then perhaps an escaped quote. */
const OPENING = /[*_]{0,3}[ \t]{0,4}[*_]{0,3}(?:[rRbBuUfFN@$]{1,2}(?=["']))?\\?/y;
const BARE = /[^\s"'`<>|,;\u007f-\uffff]{1,300}/y;
const CALL = /^[A-Za-z_$][\w$.:]{0,60}\(./;
const SENTENCE_SIGNS = ".,:!?()[]{}*_\\\"'";

/** The value that begins at an offset: a quoted one, or a run of ASCII. */
export function readLiteral(text: string, at: number): Literal | undefined {
  OPENING.lastIndex = at;
  const from = at + (OPENING.exec(text)?.[0].length ?? 0);
  const closing = CLOSING[text.charAt(from)];
  return closing === undefined ? readBare(text, from) : readQuoted(text, from, closing);
}

/** The value of a line that holds nothing else. */
export function readLoneLiteral(line: string): Literal | undefined {
  const content = stripSigns(line, " \t>", " \t\r").replace(/^[-*+] +/, "");
  const literal = readLiteral(content, 0);
  return literal === undefined || literal.to < content.length ? undefined : literal;
}

function readQuoted(text: string, at: number, closing: string): Literal | undefined {
  let from = at;
  while (text.charAt(from) === text.charAt(at) && from - at < 3) from += 1;
  const end = text.slice(from, from + LONGEST + 1).indexOf(closing);
  if (end === -1) return readBare(text, from);
  const content = text.slice(from, from + end);
  const value = stripSigns(content, " \t\"'", " \t\"'\\");
  const to = from + end + (from - at);
  return value === "" ? undefined : { value, isQuoted: true, to };
}

function readBare(text: string, at: number): Literal | undefined {
  BARE.lastIndex = at;
  const run = BARE.exec(text)?.[0] ?? "";
  // The next parameter of a query, the next line of a text in a string, the target of a link.
  const end = run.search(/&[\w.-]{1,40}=|\\[nrt]|\]\(/);
  const content = decodePercent(end === -1 ? run : run.slice(0, end));
  const value = CALL.test(content) ? content : stripSigns(content, "\"'", SENTENCE_SIGNS);
  return value === "" ? undefined : { value, isQuoted: false, to: at + run.length };
}
