import { findTables } from "../markdown/tables.ts";
import type { Detector, Hit } from "./find-hits.ts";
import { looksLikeKey, looksLikePassword, looksMixed, looksRandom } from "./looks-secret.ts";

const PASSWORD =
  "requirepass|pass(?:words?|wd|phrase|code)|[-_]pass(?![a-z])|pwd|密 {0,2}[码碼]|口令|授权码|user [^\\s;]{1,60} identified by";
const KEY =
  "(?:secret[-_ .]?access|api|access|secret|private|auth|encrypt(?:ion)?|sign(?:ing)?|master|account|storage|service|client|jwt|session|app|webhook|license|admin)[-_ .]?key(?:[-_ ]?secret)?|secret|token|credentials?|密钥|密鑰|秘钥|私钥|令牌|凭证";
const NAME = new RegExp(`(${PASSWORD})|${KEY}`, "gi");

/** Names that sound like secrets but are not: `nextPageToken`, `NEXT_PUBLIC_KEY`, `csrf_token`, and hashes. */
const HARMLESS =
  /(?:page|next|prev(?:ious)?|continuation|cursor|sync|idempotency|cancel|design|stop|eos|bos|pad|mask|syntax|skip|publishable|anon|site|cache|partition|sort|primary|foreign|object|lock|csrf|xsrf|max|num|total|input|output|completion|commit|sha\d{0,3}|hash|digest)[-_ .]?$|public|VITE_|REACT_APP_/i;
/** Accounts of examples: their passwords are test values. */
const EXAMPLE_ACCOUNT = /@(?:[\w-]{1,30}\.)?(?:example|test|localhost)\b/i;

/** How a secret's name may go on, with quotes and a remark: `PASSWORD_PROD`, `secret_key_base`, but not `token_type`. */
const REST =
  "s?(?:[-_ ]?(?:\\d{1,2}|prod(?:uction)?|dev|test|stag(?:e|ing)|live|old|new|base|value|hex|base64|default)(?![A-Za-z0-9]))?(?![A-Za-z0-9_-])[\"'`*\\]\\\\）)]{0,4}(?: ?[(（][^()（）\"'`\\n]{1,30}[)）][*`]{0,3})?";
/** Before a value: `=`, `:`, `=>`, a default, an element, an argument, also after a type; `value:` on the next line. */
const SIGN =
  "[ \\t]{0,8}(?:: ?&?\\w{1,20} ?= ?|=>|:=|={1,3}|:-|:|：|＝|->|→|–|\\?=|\\|\\|)[ \\t]{0,8}|>(?=[^<>\\n]{1,300}</)|[ \\t]?[,(][ \\t]{0,4}(?=[\"'`])|[ {]{0,3}\\s[ \\t-]{0,20}(?:value|default) ?[:=] ?";
const VERB =
  "['’]s |[ \\t](?:is|was|are|to|(?:re)?set to|changed to)[ :]{1,4}|[ \\t]?[\\u4e00-\\u9fff]{0,6}[是为為成]了?[:：]?[ \\t]{0,4}";
/** `password for the database is`, or only a space: then an ordinary word may follow as well. */
const PHRASE = "(?:(?: [\\w'/-]{1,30}){1,6}(?: (?:is|was|to)|:))?(?: |(?=[“「]))";
/** From the name to its value; the group matches if the text between them says that a value follows. */
const BETWEEN = new RegExp(
  `^${REST}(?:(${SIGN}|${VERB})|${PHRASE})[*_]{0,3}[ \\t]{0,4}[*_]{0,3}\\\\?`,
  "i",
);
const QUOTED = /^(["'`“「])([^\n]{0,300}?)\\?(?:\1|[”」])/;
/** A value, up to the next parameter of a query, or the next line of a text in a string. */
const BARE = /^["'`]?((?:(?!&[\w.-]{1,40}=|\\[nrt]|\]\()[^\s"'`<>|,;\u007f-\uffff]){1,300})/;
const LONGEST = 500;

/** Finds the name of a secret with its value after it, or below it in a table. */
export const findAssignments: Detector = (text) => {
  const hits: Hit[] = [];
  const judge = (isPassword: boolean, value: string, from: number, isClear: boolean) => {
    const looksSecret = isPassword ? looksLikePassword : looksLikeKey;
    const isRandom = isPassword ? looksMixed : looksRandom;
    if (!looksSecret(value) || !(isClear || isRandom(value))) return;
    if (isPassword && EXAMPLE_ACCOUNT.test(text.slice(Math.max(0, from - 150), from + 150))) return;
    const rule = isPassword ? "password-assignment" : "secret-assignment";
    hits.push({ rule, from, to: from + value.length });
  };
  for (const { isPassword, isChinese, end } of findNames(text)) {
    const rest = text.slice(end, end + LONGEST);
    const [between, sign] = BETWEEN.exec(rest) ?? [];
    if (between === undefined) continue;
    const behind = rest.slice(between.length);
    const quoted = QUOTED.exec(behind)?.[2];
    const bare = BARE.exec(behind)?.[1]?.replace(/[.,:?)\]}*_\\]{1,5}$/, "");
    const value = quoted ?? bare ?? "";
    const from = end + between.length + behind.indexOf(value);
    judge(isPassword, value, from, isChinese || sign !== undefined || quoted !== undefined);
  }
  for (const { header, rows } of text.includes("|") ? findTables(text) : []) {
    for (const [column, { text: name }] of header.cells.entries()) {
      const [found] = findNames(name);
      for (const { cells } of found === undefined ? [] : rows) {
        const [space = "", value = ""] = /^[`*]*([^`*\s]*)/.exec(cells[column]?.text ?? "") ?? [];
        const from = (cells[column]?.from ?? 0) + space.length - value.length;
        judge(found?.isPassword === true, value, from, true);
      }
    }
  }
  return hits;
};

function findNames(text: string) {
  return [...text.matchAll(NAME)].flatMap(({ 0: name, 1: password, index }) => {
    const before = /[\w .@-]{0,60}$/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? "";
    const isPassword = password !== undefined;
    if (!isPassword && HARMLESS.test(before)) return [];
    return [{ isPassword, isChinese: /[\u4e00-\u9fff]/.test(name), end: index + name.length }];
  });
}
