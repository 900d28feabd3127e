import type { Spend } from "../../patterns/automaton.ts";
import { toSearch } from "../../patterns/search.ts";
import { unescape } from "../escapes.ts";
import { toOutput } from "../output.ts";

/** A longer text is not rewritten here: what comes of it cannot be told. */
const LONGEST_TEXT = 4000;

const PRINT =
  /^(?:(NR *== *\d+|\/(?:[^/\\]|\\.)+\/|END|1|\$\d+ *[!=]= *"[^"\\]*"|\$\d+ *~ *\/(?:[^/\\]|\\.)+\/) *)?(?:\{ *print *([^{};|>]*?);? *\})?$/;
const ITEM = /\s*(?:\$(NF|\d+)|"((?:[^"\\]|\\.)*)"|(,))/y;

/** What an awk program prints that puts fields and strings in a row; undefined where it does more. */
export function printedFields(
  program: string,
  mark: string,
  text: string,
  spend: Spend,
): string | undefined {
  const [whole, condition = "", list = ""] = PRINT.exec(program.trim()) ?? [];
  if (whole === undefined || whole === "" || text.length > LONGEST_TEXT || !isPlainMark(mark))
    return undefined;
  const fits = toCondition(condition, mark, spend);
  if (fits === undefined) return undefined;
  const items = itemsOf(list.trim() === "" ? "$0" : list.trim());
  if (items === undefined) return undefined;
  const all = toOutput(text).lines;
  const lines = condition === "END" ? all.slice(-1) : all.filter(fits);
  return lines.map((line) => `${items.map((item) => item(line, mark)).join("")}\n`).join("");
}

/** A longer one is an expression. */
function isPlainMark(mark: string): boolean {
  return mark.length < 2 || /^[\w \t:,;=/-]+$/.test(mark);
}

type Condition = (line: string, index: number) => boolean;

/** `NR==2`, `/text/`, `$1=="text"`, `$1 ~ /text/`. */
function toCondition(condition: string, mark: string, spend: Spend): Condition | undefined {
  const number = /^NR *== *(\d+)$/.exec(condition)?.[1];
  if (number !== undefined) return (_, index) => index + 1 === Number(number);
  const [, field, sign, value] = /^\$(\d+) *([!=]=) *"(.*)"$/.exec(condition) ?? [];
  if (field !== undefined)
    return (line) => (fieldOf(line, field, mark) === value) === (sign === "==");
  const [, matched, expression] = /^(?:\$(\d+) *~ *)?\/(.*)\/$/.exec(condition) ?? [];
  if (expression === undefined) return () => true;
  const plain = expression.replaceAll("\\/", "/");
  const search = toSearch(plain, { isExtended: true, ignoresCase: false });
  return search && ((line) => search(fieldOf(line, matched ?? "0", mark), 0, spend) !== undefined);
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

export function fieldOf(line: string, field: string, mark: string): string {
  if (field === "0") return line;
  const fields = mark === "" || mark === " " ? line.trim().split(/[ \t]+/) : line.split(mark);
  return (field === "NF" ? fields.at(-1) : fields[Number(field) - 1]) ?? "";
}
