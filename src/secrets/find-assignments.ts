import type { Detector, Hit } from "./find-hits.ts";
import { looksLikeKey, looksLikePassword, looksMixed, looksRandom } from "./looks-secret.ts";

const PASSWORD =
  "pass(?:words?|wd|phrase|code)|passwort|contraseña|senha|pwd|requirepass|密 {0,2}[码碼]|口令|授权码|user [^\\s;]{1,60} identified (?:with \\w{1,30} )?by";
const KEY =
  "(?:secret[-_ .]?access|api|access|secret|private|auth|encrypt(?:ion)?|sign(?:ing)?|master|account|storage|service|client|hmac|jwt|session|app|webhook|license|shared|admin)[-_ .]?key(?:[-_ ]?secret)?|secret|token|credentials?|密钥|密鑰|秘钥|私钥|令牌|凭证";
/** These mean other things as well: only a sign makes them a name, and only what is no word is a value. */
const VAGUE = "(?:pass|pw|psk|SK)(?![A-Za-z0-9])";
const NAME = new RegExp(`(${PASSWORD})|(${KEY})|${VAGUE}`, "gi");

/** What may follow in the same name: `PASSWORD_PROD`, `secret_key_base`, `token2`; a longer one, `token_type`, is none. */
const SUFFIX =
  /^s?(?:[-_ ]?(?:\d{1,2}|prod(?:uction)?|dev|test|stag(?:e|ing)|qa|local|live|old|new|base|value|hex|b(?:ase)?64|main|primary|default)(?![A-Za-z0-9]))?(?![A-Za-z0-9_-])["'`*\]\\）)]{0,4}(?: ?[(（][^()（）"'`\n]{1,30}[)）][*`]{0,3})?/i;
const CLOSING_SIGNS = /^["'`*\]\\）)]{0,4}(?: ?[(（][^()（）"'`\n]{1,30}[)）][*`]{0,3})?/;
/** `=`, `:`, `=>`, a default, a cell, an element, an argument, also behind a type; `value:` in the next line. */
const SIGN =
  /^(?:[ \t]{0,8}(?:: ?&?\w{1,20} ?= ?|=>|:=|={1,3}|:-|:|：|＝|->|→|[–—]{1,2}|\?=|\|\|=?|\?\?=?|\|)|>(?=[^<>\n]{1,300}<\/)|[ \t]?[,(][ \t]{0,4}(?=["'`])|["']?[ \t{]{0,4}\n?[ \t-]{0,20}["']?(?:value|default)["']?[ \t]{0,4}[:=])[ \t]{0,8}/;
const VERB =
  /^(?:['’]s|[ \t]{1,2}(?:is|was|are|to|(?:re)?set to|changed to)(?![A-Za-z])|[ \t]{0,2}[\u4e00-\u9fff]{0,6}[是为為成]了?)[:：]?[ \t]{0,4}/;
/** `password for the database is`; a Chinese name needs nothing behind it. */
const PHRASE = /^(?:(?: [\w'/-]{1,30}){1,6}(?: (?:is|was|to|remains)|:))? /;
const CHINESE = /^[\u4e00-\u9fff]/;
/** What makes a space a sign: an option, or a login in front of the name. */
const LOGIN = /(?:^|\s)-{1,2}[\w-]{0,30}$|\blogin [\w.@-]{1,60} $/;

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "「": "」",
};
const OPENING = /^[*_]{0,3}[ \t]{0,4}[*_]{0,3}\\?/;
const BARE = /^[^\s"'`<>|,;\u007f-\uffff]{1,300}/;
/** The next parameter of a query, the next line of a text in a string. */
const NEXT = /&[\w.-]{1,40}=|\\[nrt]|\]\(/;
const LONGEST = 500;

/** Names of things that are no secrets: `nextPageToken`, `NEXT_PUBLIC_KEY`, `csrf_token`, and hashes. */
const HARMLESS =
  /(?:page|next|prev(?:ious)?|continuation|cursor|sync|pagination|idempotency|cancel|design|stop|eos|bos|pad|mask|lex(?:er)?|syntax|skip|publishable|anon|site|cache|host|partition|sort|primary|foreign|object|lock|map|csrf|xsrf|max|num|total|per|input|output|prompt|completion|commit|sha\d{0,3}|hash|digest)[-_ .]?$|public|VITE_|REACT_APP_/i;
/** Accounts of examples: their passwords are test values. */
const EXAMPLE_ACCOUNT = /@(?:[\w-]{1,30}\.)?(?:example|test|localhost)\b/i;

/** The name of a secret with its value behind it, or below it in a table. */
export const findAssignments: Detector = (text) => {
  const hits: Hit[] = [];
  for (const { 0: word, 1: password, 2: key, index } of text.matchAll(NAME)) {
    const before = /[\w .@-]{0,60}$/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? "";
    if (password === undefined && HARMLESS.test(before)) continue;
    const end = index + word.length;
    const isVague = password === undefined && key === undefined;
    if (isVague && /[A-Za-z0-9]$/.test(before)) continue;
    const behind = readValue(word, text.slice(end, end + LONGEST), before, isVague);
    const found = behind === undefined ? [] : [{ ...behind, from: end + behind.from }];
    for (const value of [...found, ...readCells(text, index, end)]) {
      if (key === undefined ? !looksLikePassword(value.text) : !looksLikeKey(value.text)) continue;
      if (
        (isVague || !value.isClear) &&
        !(key === undefined ? looksMixed : looksRandom)(value.text)
      )
        continue;
      if (key === undefined && isOfExample(text, value.from)) continue;
      const rule = key === undefined ? "password-assignment" : "secret-assignment";
      hits.push({ rule, from: value.from, to: value.from + value.text.length });
    }
  }
  return hits;
};

interface Value {
  readonly text: string;
  readonly from: number;
  /** What stands before it says that it is a value; else a word may stand there as well. */
  readonly isClear: boolean;
}

/** The value behind a name, in the rest of its line or under `value:` in the next one. */
function readValue(
  word: string,
  rest: string,
  before: string,
  isVague: boolean,
): Value | undefined {
  const isChinese = CHINESE.test(word);
  const suffix = (isChinese ? CLOSING_SIGNS : SUFFIX).exec(rest)?.[0];
  if (suffix === undefined) return undefined;
  const behind = rest.slice(suffix.length);
  const sign = SIGN.exec(behind)?.[0] ?? (isVague ? undefined : VERB.exec(behind)?.[0]);
  const gap =
    sign ?? (isVague ? undefined : (PHRASE.exec(behind)?.[0] ?? (isChinese ? "" : undefined)));
  if (gap === undefined) return undefined;
  const opening = OPENING.exec(behind.slice(gap.length))?.[0] ?? "";
  const at = suffix.length + gap.length + opening.length;
  const isClear = sign !== undefined || isChinese || LOGIN.test(before);
  const [line = ""] = rest.slice(at).split("\n", 1);
  const closing = CLOSING[line.charAt(0)];
  const end = closing === undefined ? -1 : line.indexOf(closing, 1);
  if (end !== -1)
    return { text: line.slice(1, end).replace(/\\$/, ""), from: at + 1, isClear: true };
  const start = closing === undefined ? 0 : 1;
  const run = BARE.exec(line.slice(start))?.[0] ?? "";
  const cut = run.search(NEXT);
  const text = (cut === -1 ? run : run.slice(0, cut)).replace(/[.,:?)\]}*_\\]{1,5}$/, "");
  return { text, from: at + start, isClear };
}

const RULER = /^[^|\n]{0,20}(?:\|[^\n]{0,300})?\n[ \t]{0,4}\|?[ \t]{0,4}:?-[-:| \t]{1,300}(?:\n|$)/;
const LONGEST_TABLE = 4000;

/** The cells below a name that heads a column of a table. */
function readCells(text: string, from: number, to: number): Value[] {
  const ruler = RULER.exec(text.slice(to, to + LONGEST))?.[0];
  if (ruler === undefined) return [];
  const head = text.slice(Math.max(0, from - LONGEST), from);
  const column = head.slice(head.lastIndexOf("\n") + 1).split("|").length - 1;
  let at = to + ruler.length;
  const cells: Value[] = [];
  for (const row of text.slice(at, at + LONGEST_TABLE).split("\n")) {
    const before = row.split("|", column).join("|").length + 1;
    const [space = "", cell] = /^([ \t`*]*)([^|\s`]*)/.exec(row.slice(before))?.slice(1) ?? [];
    if (!row.includes("|") || cell === undefined || /^[-:| \t]+$/.test(row)) break;
    cells.push({ text: cell, from: at + before + space.length, isClear: true });
    at += row.length + 1;
  }
  return cells;
}

/** Within three lines around a place, a mail address of example.com or the like. */
function isOfExample(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - 300), at)
    .split("\n")
    .slice(-3)
    .join("\n");
  const after = text
    .slice(at, at + 300)
    .split("\n", 3)
    .join("\n");
  return EXAMPLE_ACCOUNT.test(before) || EXAMPLE_ACCOUNT.test(after);
}
