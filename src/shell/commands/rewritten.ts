import { unescape } from "../escapes.ts";
import { toOutput } from "../output.ts";

/** A longer text is not rewritten here: what comes of it cannot be told. */
const LONGEST_TEXT = 4000;

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
