import { type Search, toSearch } from "../../patterns/search.ts";
import { unescape } from "../escapes.ts";

export type Address =
  | { readonly kind: "line" | "more"; readonly number: number }
  | { readonly kind: "last" }
  | { readonly kind: "match"; readonly search: Search };

export interface SedCommand {
  readonly name: string;
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly isNegated: boolean;
  /** The text of `a`, `i` and `c`; the letters of `y`, both rows in one. */
  readonly text: string;
  readonly substitution: Substitution | undefined;
  readonly block: readonly SedCommand[];
}

interface Substitution {
  readonly search: Search;
  /** Text, and numbers of groups. */
  readonly into: readonly (string | number)[];
  readonly isGlobal: boolean;
  readonly prints: boolean;
  readonly nth: number;
}

/** A longer script is not an everyday one. */
const LONGEST_SCRIPT = 500;

/** It jumps, runs something or is written in a way that is not read here. */
class Unread extends Error {}

/** The commands of a script; undefined where it does more than change lines. */
export function parseSed(script: string, isExtended: boolean): readonly SedCommand[] | undefined {
  if (script.length > LONGEST_SCRIPT) return undefined;
  const reader = createReader(script, isExtended);
  try {
    const commands = reader.readBlock();
    return reader.isDone() ? commands : undefined;
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

function createReader(script: string, isExtended: boolean) {
  let at = 0;

  function isDone(): boolean {
    return at >= script.length;
  }

  function readBlock(): SedCommand[] {
    const commands: SedCommand[] = [];
    for (;;) {
      take(/[\s;]*/y);
      if (isDone() || peek() === "}") return commands;
      commands.push(readCommand());
    }
  }

  function readCommand(): SedCommand {
    const from = readAddress();
    const to = from !== undefined && take(/\s*,\s*/y) !== "" ? readAddress() : undefined;
    const isNegated = take(/\s*!\s*/y) !== "";
    take(/\s*/y);
    const name = next();
    const command = { name, from, to, isNegated, text: "", substitution: undefined, block: [] };
    if (name === "{") {
      const block = readBlock();
      if (next() !== "}") throw new Unread();
      return { ...command, block };
    }
    if (name === "s") return { ...command, substitution: readSubstitution() };
    if (/[aic]/.test(name)) return { ...command, text: readText() };
    if (name === "y") return { ...command, text: readRows() };
    if (!/[dpqQhHgGxnN=]/.test(name) || !/^[ \t]*(?:[;}\n]|$)/.test(script.slice(at)))
      throw new Unread();
    return command;
  }

  function readAddress(): Address | undefined {
    const more = take(/\+\d{1,9}/y);
    if (more !== "") return { kind: "more", number: Number(more) };
    const digits = take(/\d{1,9}(?![~\d])/y);
    if (digits !== "") return { kind: "line", number: Number(digits) };
    if (take(/\$/y) !== "") return { kind: "last" };
    const mark = take(/\/|\\[^\n]/y).slice(-1);
    if (mark === "") return undefined;
    const expression = readUpTo(mark, true);
    return { kind: "match", search: searchFor(expression, take(/I/y) !== "") };
  }

  function readSubstitution(): Substitution {
    const mark = next();
    const expression = readUpTo(mark, true);
    const into = readUpTo(mark, false);
    const flags = take(/[gpIi\d]*/y);
    if (!/^[ \t]*(?:[;}\n]|$)/.test(script.slice(at))) throw new Unread();
    const nth = Number(/\d+/.exec(flags)?.[0] ?? 1);
    return {
      search: searchFor(expression, /i/i.test(flags)),
      into: toPieces(into),
      isGlobal: flags.includes("g"),
      prints: flags.includes("p"),
      nth,
    };
  }

  /** `a text`, or `a\` with the text on lines of its own. */
  function readText(): string {
    take(/[ \t]*(?:\\\n?[ \t]*)?/y);
    const text = take(/(?:\\[^]|[^\\\n])*/y);
    return text.replaceAll(/\\([^])/g, "$1");
  }

  function readRows(): string {
    const mark = next();
    const [left, right] = [readUpTo(mark, false), readUpTo(mark, false)];
    if (left.length !== right.length || /\\/.test(left + right)) throw new Unread();
    return left + right;
  }

  function readUpTo(mark: string, hasBrackets: boolean): string {
    const start = at;
    for (let isInBrackets = false; ; at++) {
      const character = peek();
      if (character === undefined) throw new Unread();
      if (character === "\\") at++;
      else if (hasBrackets && character === "[" && !isInBrackets) {
        isInBrackets = true;
        if (script[at + 1] === "^") at++;
        if (script[at + 1] === "]") at++;
      } else if (character === "]") isInBrackets = false;
      else if (character === mark && !isInBrackets) break;
    }
    const text = script.slice(start, at);
    at++;
    return text.replaceAll(`\\${mark}`, () => mark);
  }

  function searchFor(expression: string, ignoresCase: boolean): Search {
    const options = { isExtended: isExtended, ignoresCase };
    // An empty one stands for the one before.
    const plain = expression.replaceAll(/\\([^])/g, (whole, letter) =>
      letter === "n" ? "\n" : whole,
    );
    const search = plain === "" ? undefined : toSearch(plain, options);
    if (search === undefined) throw new Unread();
    return search;
  }

  function peek(): string | undefined {
    return script[at];
  }

  function next(): string {
    const character = script[at++];
    if (character === undefined) throw new Unread();
    return character;
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [text = ""] = pattern.exec(script) ?? [];
    at += text.length;
    return text;
  }

  return { readBlock, isDone };
}

function toPieces(into: string): readonly (string | number)[] {
  return [...into.matchAll(/\\(\d)|\\([^])|(&)|([^\\&]+)/g)].map(
    ([, group, escaped, whole, text]) => {
      if (group !== undefined) return Number(group);
      if (whole !== undefined) return 0;
      if (escaped === undefined) return text ?? "";
      // Letters of other cases: `\U`, `\L` and so on.
      if (/[ULulE]/.test(escaped)) throw new Unread();
      return /[nt]/.test(escaped) ? unescape(`\\${escaped}`) : escaped;
    },
  );
}
