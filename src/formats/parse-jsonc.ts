import { type JSONVisitor, printParseErrorCode, visit } from "jsonc-parser";

/** A place in the text: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsoncString extends Span {
  readonly kind: "string";
  readonly value: string;
}

/** A number, `true`, `false`, `null`, or what a host fills in before it parses: `{env:NAME}`, `{file:path}`. */
export interface JsoncWord extends Span {
  readonly kind: "word";
}

/** An item of an array or, from its key on, a member of an object. */
export interface JsoncItem extends Span {
  readonly key: string | undefined;
  readonly value: JsoncNode;
  /** Where the token before it ends: the bracket, a comma or a comment. */
  readonly after: number;
  /** Where the comma behind it is. */
  readonly comma: number | undefined;
}

export interface JsoncContainer extends Span {
  readonly kind: "object" | "array";
  readonly items: readonly JsoncItem[];
  /** Where the last token before the closing bracket ends. */
  readonly tail: number;
  /** Comments between its own items, not those inside of them. */
  readonly hasComments: boolean;
}

export type JsoncNode = JsoncString | JsoncWord | JsoncContainer;

export type JsoncResult =
  | { readonly kind: "parsed"; readonly root: JsoncNode }
  /** Nothing but white space. */
  | { readonly kind: "empty" }
  | {
      readonly kind: "broken";
      readonly offset: number;
      readonly problem: string;
    };

/** What a host fills in before it parses. As a string of the same length the parser takes it. */
const FILLED_IN = /"(?:[^"\\\r\n]|\\.)*"|\{(?:env|file):[^}\r\n]+\}/g;

/** An object or array that is read, and the key whose value comes next. */
interface Reading {
  readonly items: JsoncItem[];
  readonly kind: JsoncContainer["kind"];
  readonly start: number;
  /** Where the item that is read begins, and where the token before it ends. */
  item:
    | { readonly key: string | undefined; readonly start: number; readonly after: number }
    | undefined;
  hasComments: boolean;
}

/** JSON with comments and trailing commas, with all offsets, as a host's own parser reads it. */
export function parseJsonc(text: string): JsoncResult {
  const plain = text
    .replace(/^\ufeff/, " ")
    .replaceAll(FILLED_IN, (found) =>
      found.startsWith("{") ? `"${"x".repeat(found.length - 2)}"` : found,
    );
  if (plain.trim() === "") return { kind: "empty" };
  const open: Reading[] = [];
  let root: JsoncNode | undefined;
  let broken: Extract<JsoncResult, { kind: "broken" }> | undefined;
  /** Where the last token ended, comments included. */
  let tokenEnd = text.startsWith("\ufeff") ? 1 : 0;

  function begin(start: number, key?: string): void {
    const inside = open.at(-1);
    if (inside !== undefined) inside.item ??= { key, start, after: tokenEnd };
  }

  function end(node: JsoncNode): void {
    const inside = open.at(-1);
    if (inside?.item === undefined) root ??= node;
    else inside.items.push({ ...inside.item, value: node, end: node.end, comma: undefined });
    if (inside !== undefined) inside.item = undefined;
    tokenEnd = node.end;
  }

  function beginContainer(kind: JsoncContainer["kind"], start: number): void {
    begin(start);
    open.push({ kind, start, items: [], item: undefined, hasComments: false });
    tokenEnd = start + 1;
  }

  function endContainer(at: number): void {
    const container = open.pop();
    if (container === undefined) return;
    const { kind, start, items, hasComments } = container;
    end({ kind, start, end: at + 1, items, tail: tokenEnd, hasComments });
  }

  const visitor: JSONVisitor = {
    onObjectBegin: (at) => beginContainer("object", at),
    onArrayBegin: (at) => beginContainer("array", at),
    onObjectEnd: endContainer,
    onArrayEnd: endContainer,
    onObjectProperty(key, at, length) {
      begin(at, key);
      tokenEnd = at + length;
    },
    onLiteralValue(value, at, length) {
      begin(at);
      const span = { start: at, end: at + length };
      const isString = typeof value === "string" && text.startsWith('"', at);
      end(isString ? { ...span, kind: "string", value } : { ...span, kind: "word" });
    },
    onSeparator(sign, at, length) {
      tokenEnd = at + length;
      const items = open.at(-1)?.items;
      const last = items?.pop();
      if (last !== undefined) items?.push(sign === "," ? { ...last, comma: at } : last);
    },
    onComment(at, length) {
      tokenEnd = at + length;
      const inside = open.at(-1);
      if (inside !== undefined && inside.item === undefined) inside.hasComments = true;
    },
    onError(code, offset) {
      const words = printParseErrorCode(code)
        .split(/(?=[A-Z])/)
        .join(" ");
      broken ??= { kind: "broken", offset, problem: words.toLowerCase() };
    },
  };
  try {
    visit(plain, visitor, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "broken", offset: 0, problem: "nested too deeply" };
  }
  return broken ?? (root === undefined ? { kind: "empty" } : { kind: "parsed", root });
}

/** As editors count: from 1, a byte order mark is not a column. */
export function toPosition(text: string, offset: number): string {
  const before = text.slice(0, offset).replace(/^\ufeff/, "");
  const lines = before.split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** What a program gets of it; what only a host can fill in stays as it is written. */
export function valueOf(text: string, node: JsoncNode): unknown {
  switch (node.kind) {
    case "string":
      return node.value;
    case "word": {
      const word = text.slice(node.start, node.end);
      return word.startsWith("{") ? word : JSON.parse(word);
    }
    case "array":
      return node.items.map(({ value }) => valueOf(text, value));
    case "object":
      return Object.fromEntries(node.items.map(({ key, value }) => [key, valueOf(text, value)]));
  }
}

/** The member that counts: of equal keys, the last. */
export function memberOf(node: JsoncNode | undefined, key: string): JsoncItem | undefined {
  if (node?.kind !== "object") return undefined;
  return node.items.findLast((item) => item.key === key);
}
