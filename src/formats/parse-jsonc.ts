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

class Broken extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}

const BLANK = /[ \t\r\n]*/y;
/** Strings and words are exactly what the parsers of hosts take: a config that they refuse must not be called sound. */
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|\{(?:env|file):[^}]+\}/y;
const COMMENT = /\/\/[^\r\n]*|\/\*[^]*?\*\//y;
/** What a word must not run into: `truest`, `01`. */
const WORD_GOES_ON = /[^\s,:[\]{}"/]/y;
const DEEPEST = 500;

/** JSON with comments and trailing commas, with all offsets. */
export function parseJsonc(text: string): JsoncResult {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  /** Where the last token ended, comments included. */
  let tokenEnd = at;
  let comments = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function isAt(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    return pattern.test(text);
  }

  /** Goes to the next token that is no comment, and says what it starts with. */
  function peek(): string {
    match(BLANK);
    while (text.charAt(at) === "/" && match(COMMENT) !== undefined) {
      tokenEnd = at;
      comments += 1;
      match(BLANK);
    }
    if (text.startsWith("/*", at)) throw new Broken(at, "a comment that is not closed");
    return text.charAt(at);
  }

  function take(length: number): void {
    at += length;
    tokenEnd = at;
  }

  function fail(expected: string): never {
    const found = at < text.length ? `found ${describe(text, at)}` : "the file ends here";
    throw new Broken(at, `${expected} is expected, ${found}`);
  }

  function string(): JsoncString {
    const start = at;
    const literal = match(STRING);
    if (literal === undefined) throw new Broken(at, "a string that is not closed, or not escaped");
    tokenEnd = at;
    return { kind: "string", start, end: at, value: String(JSON.parse(literal)) };
  }

  function word(): JsoncWord {
    const start = at;
    match(WORD);
    if (at === start || isAt(WORD_GOES_ON)) {
      at = start;
      fail("a value");
    }
    tokenEnd = at;
    return { kind: "word", start, end: at };
  }

  function value(depth: number): JsoncNode {
    const sign = peek();
    if (sign === '"') return string();
    const isFilledIn = sign === "{" && /^\{(?:env|file):/.test(text.slice(at, at + 6));
    if (isFilledIn || (sign !== "{" && sign !== "[")) return word();
    if (depth > DEEPEST) throw new Broken(at, "nested too deeply");
    return container(sign === "{" ? "object" : "array", depth);
  }

  function container(kind: JsoncContainer["kind"], depth: number): JsoncContainer {
    const start = at;
    const close = kind === "object" ? "}" : "]";
    const items: JsoncItem[] = [];
    let ownComments = 0;
    const look = () => {
      const before = comments;
      const sign = peek();
      ownComments += comments - before;
      return sign;
    };
    take(1);
    let isOpen = true;
    while (look() !== close) {
      if (!isOpen) fail(`, or ${close}`);
      const item = kind === "object" ? member(depth) : element(depth);
      const hasComma = look() === ",";
      items.push({ ...item, comma: hasComma ? at : undefined });
      if (hasComma) take(1);
      isOpen = hasComma;
    }
    const tail = tokenEnd;
    take(1);
    return { kind, start, end: at, items, tail, hasComments: ownComments > 0 };
  }

  function element(depth: number): Omit<JsoncItem, "comma"> {
    const after = tokenEnd;
    const node = value(depth + 1);
    return { key: undefined, value: node, start: node.start, end: node.end, after };
  }

  function member(depth: number): Omit<JsoncItem, "comma"> {
    const after = tokenEnd;
    if (text.charAt(at) !== '"') fail("a key in double quotes");
    const key = string();
    if (peek() !== ":") fail(":");
    take(1);
    const node = value(depth + 1);
    return { key: key.value, value: node, start: key.start, end: node.end, after };
  }

  try {
    if (peek() === "" && comments === 0) return { kind: "empty" };
    const root = value(0);
    if (peek() !== "") fail("the end of the file");
    return { kind: "parsed", root };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { kind: "broken", offset: error.offset, problem: error.message };
  }
}

function describe(text: string, at: number): string {
  return JSON.stringify(/[^\s,:[\]{}"]{1,20}|[^]/uy.exec(text.slice(at, at + 20))?.[0] ?? "");
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
