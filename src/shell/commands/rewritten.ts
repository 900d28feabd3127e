import { unescape } from "../escapes.ts";
import { toOutput } from "../output.ts";

/** A longer text is not rewritten here: what comes of it cannot be told. */
const LONGEST_TEXT = 4000;

const SUBSTITUTION = /^\s*s([^\w\s\\])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1(g?)\s*$/;
const PLAIN = /^(\^?)([^\\*.[\]^$+?(){}|]*)(\$?)$/;

/** What `sed s/from/to/` makes of a text, where both are plain words; undefined where it does more. */
export function substituted(script: string, text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  let lines = toOutput(text).lines;
  for (const command of script.split(/[;\n]/)) {
    const [, mark = "", from = "", to = "", all] = SUBSTITUTION.exec(command) ?? [];
    const [, start, plain, end] = PLAIN.exec(from.replaceAll(`\\${mark}`, mark)) ?? [];
    const isRead =
      plain !== undefined && mark !== "" && !/[&\\]/.test(to.replaceAll(`\\${mark}`, ""));
    if (!isRead || plain + start + end === "") return undefined;
    const into = to.replaceAll(`\\${mark}`, mark);
    lines = lines.map((line) => replaceIn(line, plain, into, { start, end, all }));
  }
  return lines.map((line) => `${line}\n`).join("");
}

const SELECTION = /^(?:(\d+)|\/(\^?)([\w/ -]+)(\$?)\/) *p$/;

/** What `sed -n 2p` or `sed -n /word/p` prints; undefined where it does something else. */
export function selected(script: string, text: string): string | undefined {
  const [whole, number, start, word = "", end] = SELECTION.exec(script.trim()) ?? [];
  if (whole === undefined || text.length > LONGEST_TEXT) return undefined;
  const fits = (line: string) =>
    (start === "^" && end === "$" && line === word) ||
    (start === "^" && end === "" && line.startsWith(word)) ||
    (start === "" && end === "$" && line.endsWith(word)) ||
    (start === "" && end === "" && line.includes(word));
  const lines = toOutput(text).lines.filter((line, index) =>
    number === undefined ? fits(line) : index + 1 === Number(number),
  );
  return lines.map((line) => `${line}\n`).join("");
}

interface Manner {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly all: string | undefined;
}

function replaceIn(line: string, from: string, to: string, { start, end, all }: Manner): string {
  const isFirst = start === "^";
  if (end === "$") {
    const isThere = isFirst ? line === from : line.endsWith(from);
    return isThere ? line.slice(0, line.length - from.length) + to : line;
  }
  if (isFirst) return line.startsWith(from) ? to + line.slice(from.length) : line;
  return all === "g" ? line.replaceAll(from, () => to) : line.replace(from, () => to);
}

const PRINT = /^(?:(?:NR *== *(\d+)|\/([\w -]+)\/) *)?\{ *print *([^{};|>]*?);? *\}$/;
const ITEM = /\s*(?:\$(NF|\d+)|"((?:[^"\\]|\\.)*)"|(,))/y;

/** What an awk program prints that puts fields and strings in a row; undefined where it does more. */
export function printedFields(program: string, mark: string, text: string): string | undefined {
  const [whole, number, word, list = ""] = PRINT.exec(program.trim()) ?? [];
  if (whole === undefined || text.length > LONGEST_TEXT || mark.length > 1) return undefined;
  const items = itemsOf(list.trim() === "" ? "$0" : list.trim());
  if (items === undefined) return undefined;
  const lines = toOutput(text).lines.filter(
    (line, index) =>
      (number === undefined || index + 1 === Number(number)) &&
      (word === undefined || line.includes(word)),
  );
  return lines.map((line) => `${items.map((item) => item(line, mark)).join("")}\n`).join("");
}

type Item = (line: string, mark: string) => string;

function itemsOf(list: string): readonly Item[] | undefined {
  const items: Item[] = [];
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < list.length) {
    const [, field, literal, comma] = ITEM.exec(list) ?? [];
    if (field !== undefined) items.push((line, mark) => fieldOf(line, field, mark));
    else if (literal !== undefined) items.push(() => unescape(literal));
    else if (comma !== undefined) items.push(() => " ");
    else return undefined;
  }
  return items;
}

function fieldOf(line: string, field: string, mark: string): string {
  if (field === "0") return line;
  const fields = mark === "" || mark === " " ? line.trim().split(/[ \t]+/) : line.split(mark);
  return (field === "NF" ? fields.at(-1) : fields[Number(field) - 1]) ?? "";
}
