import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** A place in the text: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsoncString extends Span {
  readonly kind: "string";
  readonly value: string;
}

/** An item of an array, or a member of an object from its key on. */
export interface JsoncItem extends Span {
  readonly key: string | undefined;
  readonly value: JsoncNode;
  /** Where the token before it ends: the bracket, a comma or a comment. */
  readonly after: number;
  /** Where the comma after it is. */
  readonly comma: number | undefined;
}

export interface JsoncContainer extends Span {
  readonly kind: "object" | "array";
  /** The value that a program sees; placeholders of the host stay as written. */
  readonly value: unknown;
  readonly items: readonly JsoncItem[];
  /** Where the last token before the closing bracket ends. */
  readonly tail: number;
  /** Whether there are comments between its own items; comments inside the items do not count. */
  readonly hasComments: boolean;
}

/** A word is a number, `true`, `false`, `null`, or a placeholder of the host: `{env:NAME}`, `{file:path}`. */
export type JsoncNode =
  | JsoncString
  | JsoncContainer
  | (Span & { readonly kind: "word"; readonly value: unknown });

export type JsoncResult =
  | { readonly kind: "parsed"; readonly root: JsoncNode }
  /** Nothing but white space. */
  | { readonly kind: "empty" }
  | {
      readonly kind: "broken";
      readonly offset: number;
      readonly problem: string;
    };

/** A placeholder that the host fills in before it parses. Our parser takes it as a string of the same length. */
const FILLED_IN = /"(?:[^"\\\r\n]|\\.)*"|\{(?:env|file):[^}\r\n]+\}/g;

/** Parses JSON with comments and trailing commas, with all offsets, as a host's own parser reads it. */
export function parseJsonc(text: string): JsoncResult {
  const plain = text
    .replace(/^\ufeff/, " ")
    .replaceAll(FILLED_IN, (found) =>
      found.startsWith("{") ? `"${"x".repeat(found.length - 2)}"` : found,
    );
  if (plain.trim() === "") return { kind: "empty" };
  try {
    const errors: ParseError[] = [];
    const root = parseTree(plain, errors, { allowTrailingComma: true });
    const [broken] = errors;
    if (broken === undefined)
      return root === undefined ? { kind: "empty" } : { kind: "parsed", root: toNode(text, root) };
    const words = printParseErrorCode(broken.error).split(/(?=[A-Z])/);
    return { kind: "broken", offset: broken.offset, problem: words.join(" ").toLowerCase() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "broken", offset: 0, problem: "nested too deeply" };
  }
}

function toNode(text: string, node: Node): JsoncNode {
  const { type } = node;
  if (type === "object" || type === "array") return toContainer(text, node, type);
  const value: unknown = node.value;
  const span = spanOf(node);
  const written = text.slice(span.start, span.end);
  if (written.startsWith("{")) return { ...span, kind: "word", value: written };
  return typeof value === "string"
    ? { ...span, kind: "string", value }
    : { ...span, kind: "word", value };
}

function toContainer(text: string, node: Node, kind: JsoncContainer["kind"]): JsoncContainer {
  const { start, end } = spanOf(node);
  const { children = [] } = node;
  const ends = [start + 1, ...children.map((child) => spanOf(child).end)];
  const starts = [...children.map(({ offset }) => offset), end - 1];
  const gaps = starts.map((to, at) => readGap(text, ends[at] ?? to, to));
  const items = children.map((child, at) => {
    const [key, value = child] = child.type === "property" ? (child.children ?? []) : [];
    return {
      ...spanOf(child),
      key: typeof key?.value === "string" ? key.value : undefined,
      value: toNode(text, value),
      after: gaps[at]?.end ?? child.offset,
      comma: gaps[at + 1]?.comma,
    };
  });
  const tail = gaps.at(-1)?.end ?? end - 1;
  const values = items.map((item) => item.value.value);
  const value =
    kind === "array" ? values : Object.fromEntries(items.map(({ key }, at) => [key, values[at]]));
  return { kind, value, start, end, items, tail, hasComments: gaps.some((gap) => gap.hasComments) };
}

/** The gap between two items, or beside a bracket: white space, comments, and a comma. */
function readGap(text: string, from: number, to: number) {
  const tokens = [...text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[^]*?\*\//g)];
  const comma = tokens.find(([token]) => token === ",");
  const last = tokens.at(-1);
  return {
    end: last === undefined ? from : from + last.index + last[0].length,
    comma: comma && from + comma.index,
    hasComments: tokens.some(([token]) => token !== ","),
  };
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

/** The object that a text holds; undefined for a broken text, or for another kind of value. */
export function objectIn(text: string): JsoncContainer | undefined {
  const parsed = parseJsonc(text);
  return parsed.kind === "parsed" && parsed.root.kind === "object" ? parsed.root : undefined;
}

/** Line and column as editors count: from 1, and a byte order mark is not a column. */
export function toPosition(text: string, offset: number): string {
  const before = text.slice(0, offset).replace(/^\ufeff/, "");
  const lines = before.split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The member that counts: the last of those with this key. */
export function memberOf(node: JsoncNode | undefined, key: string): JsoncItem | undefined {
  if (node?.kind !== "object") return undefined;
  return node.items.findLast((item) => item.key === key);
}
