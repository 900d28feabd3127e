import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { looksLikeKey, looksLikePassword, looksMixed } from "./looks-like-password.ts";
import { type Literal, readLiteral, readLoneLiteral } from "./read-literal.ts";
import { type SecretName, readSecretNames } from "./secret-names.ts";
import { stripSigns } from "./strip-signs.ts";

/** `=`, `:`, `=>`; also the default behind `||` or in `${PASSWORD:-x}`, and a block of YAML. */
const SIGN =
  /[ \t]{0,8}(?:=>|:=|={1,3}|:-|:|%3[aAdD]|->|→|[–—]{1,2}|\?=|\|\|=?|\?\?=?)[ \t]{0,40}(?:[|>][+-]?[ \t]{0,4}$)?/y;
const VERB =
  /['’]?s[ \t]{1,2}|[ \t]{1,2}(?:is|was|are|to|from|ist|lautet|es|est|(?:re)?set to|(?:chang|rotat|updat)ed to)(?![A-Za-z])[ \t]{0,2}:?[ \t]{0,4}|[ \t]{0,2}(?:统一|默认|[已现均都我们先暂被]{1,3})?(?:为|是|設為|(?:设置?|修?改|更新|重置|变)(?:为|成)了?|默认)[ \t]{0,2}:?[ \t]{0,4}/y;
/** `define('DB_PASSWORD', 'x')`, `setPassword("x")`, `key="Password" value="x"`, `PASSWORD 'x'`. */
const ARGUMENT =
  /[ \t]{0,2}(?:[,(][ \t]{0,4}|[ \t](?:value|val|content|--body|--value)[ \t]{0,2}=?[ \t]{0,2}|[ \t]{1,4}|)(?=["'`“「])/y;
const TAG = />[^<>]{1,300}<\//y;
/** `<td>Password</td><td>x</td>` */
const CELL =
  /[ \t:]{0,2}<\/(?:td|th|dt|b|strong)>[ \t:]{0,4}(?:<(?:td|dd)[^<>]{0,60}>)?[ \t]{0,4}/y;
const SPACE = /[ \t=]{0,4}/y;
const GAP = /[ \t]{1,3}/y;
const TYPED = /[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y;

/** `- name: DB_PASSWORD` with `value: x` in the next line, `variable "db_password" {` with `default = "x"`. */
const NEXT_VALUE = /^[\s>-]{0,40}["']?(?:value|default)["']?[ \t]{0,4}[:=][ \t]{0,4}/i;
const OPENS_BLOCK = /^[ \t{\\]{0,8}$/;
const PAIR = /^[\w."'-]{1,60}[:=]/;
const FENCE = /^(?:`{3,}|~{3,})\w{0,20}$/;
/** How far below its name a value may stand alone, in a fence for instance. */
const REACH = 4;

interface FoundLiteral {
  readonly literal: Literal;
  readonly line: number;
  /** Only a space stands between the name and the value. */
  readonly isLoose?: boolean;
}

/** The name of a secret with a value behind it or below it. */
export const findAssignments: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  for (const [line, text] of lines.entries()) {
    for (const name of readSecretNames(text)) {
      const found = readBehind(name, text, line) ?? readBelow(name, lines, line);
      if (found === undefined) continue;
      const { literal, line: at } = found;
      if (!isSecret(name, literal.value)) continue;
      const isVague = name.isVague && !isBelowUser(lines, line);
      if ((isVague || found.isLoose) && !literal.isQuoted && !looksMixed(literal.value)) continue;
      hits.push({ rule: name.rule, value: literal.value, line: at });
    }
  }
  return hits;
};

/** `user: root` in the line above: then `pass: x` means a password. */
function isBelowUser(lines: readonly string[], line: number): boolean {
  const above = (lines[line - 1] ?? "").trim() === "" ? lines[line - 2] : lines[line - 1];
  return /^[\W\d]{0,12}(?:user(?:name)?|login|account|e-?mail)\W{0,4}[:=]/i.test(above ?? "");
}

export function isSecret(name: SecretName, value: string): boolean {
  if (name.kind === "key") return looksLikeKey(value);
  // Mail providers hand out sixteen letters.
  return looksLikePassword(value) || (name.isCode && /^[a-z]{16}$/.test(value) && !isDummy(value));
}

function readBehind(name: SecretName, text: string, line: number): FoundLiteral | undefined {
  const signed = signAt(name, text);
  const at = signed ?? (name.isVague ? undefined : match(GAP, text, name.to));
  const literal = at === undefined ? undefined : readLiteral(text, at);
  if (literal === undefined) return undefined;
  // `password: string = "x"`
  const typed = literal.isQuoted ? undefined : match(TYPED, text, literal.to);
  const assigned = typed === undefined ? undefined : readLiteral(text, typed);
  const isLoose = signed === undefined && !isDirective(name, literal, text);
  return { literal: assigned ?? literal, line, isLoose };
}

/** `requirepass x`, `bindpw x`, `setx DB_PASSWORD x`: a line of a config file that holds nothing else. */
function isDirective({ from, kind }: SecretName, { to }: Literal, text: string): boolean {
  if (
    /^[ \t>$]{0,8}(?:setx|set -\w{1,4}|ENV|ARG|SetEnv|setenv) [A-Z0-9_]{0,40}$/.test(
      text.slice(0, from),
    )
  )
    return true;
  if (kind === "key" || !/^[ \t]{0,40}[a-z_.-]{0,30}$/.test(text.slice(0, from))) return false;
  return /^[a-z]/.test(text.charAt(from)) && /^[;\s]{0,4}$/.test(text.slice(to, to + 5));
}

/** Where the value begins, if something between the name and it says that it is one. */
function signAt(name: SecretName, text: string): number | undefined {
  const sign = match(SIGN, text, name.to);
  if (sign !== undefined || name.isVague) return sign;
  const verb = match(VERB, text, name.to);
  if (verb !== undefined) return verb;
  const isTag = match(TAG, text, name.to) !== undefined;
  if (isTag && /<[\w:.-]{0,40}$/.test(before(name, text))) return name.to + 1;
  const argument = match(CELL, text, name.to) ?? match(ARGUMENT, text, name.to);
  if (argument !== undefined) return argument;
  const isFlag = /(?:^|\s)--?[\w-]{0,30}$|\blogin \S{1,60} $/.test(before(name, text));
  return name.isUnspaced || isFlag ? match(SPACE, text, name.to) : undefined;
}

function before({ from }: SecretName, text: string): string {
  return text.slice(Math.max(0, from - 80), from);
}

function readBelow(
  name: SecretName,
  lines: readonly string[],
  line: number,
): FoundLiteral | undefined {
  const text = lines[line] ?? "";
  const sign = match(SIGN, text, name.to);
  if (!OPENS_BLOCK.test(text.slice(sign ?? name.to).slice(0, 9))) return undefined;
  for (let below = line + 1; below <= line + REACH; below++) {
    const next = lines[below] ?? "";
    const content = stripSigns(next, " \t>", " \t\r");
    if (content === "" || FENCE.test(content)) continue;
    const value = NEXT_VALUE.exec(next);
    const isAnnounced =
      (sign !== undefined && /[:|>]\s*$/.test(text.slice(name.to, sign))) || /^#{1,6} /.test(text);
    if (value === null && (!isAnnounced || PAIR.test(content))) return undefined;
    const literal = value === null ? readLoneLiteral(next) : readLiteral(next, value[0].length);
    return literal === undefined ? undefined : { literal, line: below };
  }
  return undefined;
}

/** Where a sticky pattern ends that begins at an offset. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : at + found[0].length;
}
