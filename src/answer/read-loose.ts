import { isList, toField, toTopKey } from "./keys.ts";
import { readScalar, readWord } from "./read-scalar.ts";
import { type HeadKey, type ListName, fieldsOf } from "./schema.ts";

type Loose = Record<string, unknown>;

interface OpenField {
  readonly into: Loose;
  readonly key: string;
  /** Where its line begins, the dash of its item included. */
  readonly indent: number;
  /** Where its key begins. */
  readonly column: number;
  readonly mode: "plain" | "block" | "quoted";
  readonly lines: string[];
  /** Of a block: how far its first line is indented. */
  inside: number | undefined;
}

interface KeyLine {
  readonly indent: number;
  readonly column: number;
  readonly hasDash: boolean;
  readonly top: HeadKey | ListName | undefined;
  readonly field: string | undefined;
  readonly value: string;
  /** A dash and a claim's id: this surely begins the next item, however it is indented. */
  readonly startsClaim: boolean;
}

const KEY =
  /^( *)((?:(?:[-–—－•*+·]|\d{1,3}[.)、]) *)?)[[{]? {0,4}["'“”‘’`*]{0,3}([\p{L}_][\p{L}\p{N}_ -]{0,30}?)["'“”‘’`*]{0,3} {0,3}[:：]\*{0,2}/u;
const DASH = /^( *)[-–—－•*+·] +(?=\S)/;
const BLOCK = /^[|>][-+\d]{0,3}\s*(?:#.*)?$/;
const OPENS_QUOTE = /^["'“「]/;
const ONLY_BRACKETS = /^[\s[\]{},]*$/;
const ONE_LINE = /^[[{][^]*[\]}],?$/;
const END = /^(?: {0,3}(?:`{3,}|~{3,})| ?(?:---|\.\.\.)\s*$)/;
const CLAIM_ID = /^\s*["'“]?[A-Za-z]{0,3}[-_]?\d{1,3}["'”]?\s*$/;
const LONGEST_KEY = 120;

/**
 * Line by line, by the keys that an answer can have: what is not valid YAML, or JSON with a bracket
 * missing, still has one key per line. Names come out as in the schema.
 */
export function readLoose(text: string): Loose {
  const root: Loose = {};
  let list: ListName | undefined;
  let item: Loose | undefined;
  let isDashed = false;
  let open: OpenField | undefined;

  function close(): void {
    if (open === undefined) return;
    const { into, key, lines, mode } = open;
    into[key] = mode === "quoted" ? readScalar(lines.join("\n")) : joinLines(lines);
    open = undefined;
  }

  function startItem(): Loose {
    const items: unknown[] = Array.isArray(root[list ?? ""]) ? itemsOf(root, list) : [];
    item = {};
    isDashed = true;
    items.push(item);
    return item;
  }

  function startField(into: Loose, key: string, found: KeyLine, isText: boolean): void {
    const written = found.value.trim();
    into[key] = isText ? readScalar(written) : readWord(written);
    if (!isText) return;
    const inQuotes = OPENS_QUOTE.test(written) && into[key] === written;
    const mode = BLOCK.test(written) ? "block" : inQuotes ? "quoted" : "plain";
    const lines =
      mode === "block" || written === "" ? [] : [mode === "quoted" ? written : String(into[key])];
    const { indent, column } = found;
    open = { into, key, indent, column, mode, lines, inside: undefined };
  }

  function take(found: KeyLine): void {
    close();
    const { top, field, hasDash } = found;
    if (list !== undefined && field !== undefined) {
      const isLead = fieldsOf(list).keys().next().value === field;
      const isNew = item === undefined || field in item || (hasDash && (isLead || !isDashed));
      const into = isNew ? startItem() : (item ?? startItem());
      // Some write a dash before every field: then a dash does not begin a new item.
      if (!hasDash) isDashed = false;
      const kind = fieldsOf(list).get(field)?.kind;
      startField(into, field, found, kind === "text");
      return;
    }
    item = undefined;
    if (isList(top)) {
      list = top;
      if (!Array.isArray(root[top])) root[top] = [];
      const value = found.value.trim();
      const written = readWord(value);
      if (itemsOf(root, top).length === 0 && ONE_LINE.test(value)) root[top] = value;
      else if (written !== "" && !/^[[{|>]/.test(written)) root[top] = written;
      if (!Array.isArray(root[top])) list = undefined;
    } else if (top !== undefined) {
      list = undefined;
      startField(root, top, found, true);
    }
  }

  for (const raw of text.split("\n")) {
    const line = toSpaces(raw);
    const indent = line.length - line.trimStart().length;
    const found = readKeyLine(line, list);
    if (open !== undefined && goesOn(open, line, indent, found)) continue;
    if (END.test(line)) {
      close();
      if (!/^ ?(?:---|\.\.\.)/.test(line)) break;
    } else if (found !== undefined) take(found);
    else if (ONLY_BRACKETS.test(line)) {
      if (/[{}]/.test(line)) {
        close();
        item = undefined;
      }
    } else if (list !== undefined && DASH.test(line)) {
      close();
      item = undefined;
      itemsOf(root, list).push(readScalar(line.replace(DASH, "").trim()));
    } else if (line.trim() !== "") close();
  }
  close();
  return root;
}

function itemsOf(root: Loose, list: ListName | undefined): unknown[] {
  const items: unknown = list === undefined ? undefined : root[list];
  return Array.isArray(items) ? items : [];
}

/** Whether the line belongs to the open field, which then has it. */
function goesOn(
  open: OpenField,
  line: string,
  indent: number,
  found: KeyLine | undefined,
): boolean {
  const isBlank = line.trim() === "";
  if (found?.startsClaim) return false;
  if (open.mode === "quoted") {
    if (found !== undefined && indent <= open.column) return false;
    open.lines.push(line.trim());
    return true;
  }
  if (isBlank) {
    open.lines.push("");
    return true;
  }
  const isInside =
    found === undefined ? indent > open.indent : open.mode === "block" && indent > open.column;
  if (isInside) {
    open.inside ??= indent;
    open.lines.push(line);
    return true;
  }
  // A block whose very first line is not indented: it goes on as long as no key is seen.
  if (open.mode !== "block" || found !== undefined || END.test(line)) return false;
  if (open.inside === undefined && open.lines.every((other) => other === "")) open.inside = indent;
  if (open.inside === undefined || indent < open.inside || open.inside > open.indent) return false;
  open.lines.push(line);
  return true;
}

function readKeyLine(line: string, list: ListName | undefined): KeyLine | undefined {
  const match = KEY.exec(line.slice(0, LONGEST_KEY));
  const [whole, spaces, dash, name] = match ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const field = list === undefined ? undefined : toField(list, name);
  const top = field === undefined ? toTopKey(name) : undefined;
  if (field === undefined && top === undefined) return undefined;
  return {
    indent: spaces?.length ?? 0,
    column: (spaces?.length ?? 0) + (dash?.length ?? 0),
    hasDash: dash !== "",
    top,
    field,
    value: line.slice(whole.length),
    startsClaim: field === "claim_id" && dash !== "" && CLAIM_ID.test(line.slice(whole.length)),
  };
}

/** Tabs and full-width spaces before the text, which no YAML takes for indentation. */
function toSpaces(line: string): string {
  const [blank = ""] = /^[ \t\u3000\u00a0]*/.exec(line) ?? [];
  return blank.replaceAll(/[\t\u3000]/g, "  ").replaceAll("\u00a0", " ") + line.slice(blank.length);
}

function joinLines(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const [first = ""] = lines;
  // The text of a field may begin on its own line, whose indent is gone.
  const shared = /^\S/.test(first) ? 0 : indents.reduce((a, b) => Math.min(a, b), Infinity);
  return lines
    .map((line) => (shared === 0 ? line.trimStart() : line.slice(shared)))
    .join("\n")
    .trimEnd();
}
