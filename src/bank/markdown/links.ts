import type { ScannedLine } from "./scan-lines.ts";

/** A link to a file, relative to the doc that it stands in. */
export interface Link {
  /** Of the path as it is written, without angle brackets, `#fragment` and `?query`. */
  readonly from: number;
  readonly to: number;
  /** With percent escapes and backslashes resolved. */
  readonly path: string;
}

const DEFINITION = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*/;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|#|\?|$)/i;
/** As in CommonMark. Each target may be read by every link before it, so that there must be an end. */
const DEEPEST_PARENTHESES = 32;
/** What may stand between a target and the parenthesis that ends its link. */
const END_OF_LINK = /^\s*(?:"[^"]*"|'[^']*'|\([^)]*\))?\s*\)/;

/** Inline links, images and link definitions with a relative path, outside code and HTML. */
export function findLinks(text: string, lines: readonly ScannedLine[]): Link[] {
  const targets = [
    ...lines.flatMap((line) => definedTarget(text, line)),
    ...paragraphs(lines).flatMap(({ from, to }) => inlineTargets(text, from, to)),
  ];
  return targets
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ from, to }) => toLink(text, from, to));
}

function definedTarget(text: string, { kind, from, to }: ScannedLine): Target[] {
  if (kind !== "text") return [];
  const length = DEFINITION.exec(text.slice(from, to))?.[0].length;
  const target = length === undefined ? undefined : readTarget(text, from + length, to);
  return target === undefined ? [] : [target];
}

/** Stretches of text that inline syntax may span. */
function paragraphs(lines: readonly ScannedLine[]): Target[] {
  const found: { from: number; to: number }[] = [];
  let before: ScannedLine["kind"] = "blank";
  for (const { kind, from, to } of lines) {
    const last = found.at(-1);
    if (kind === "text" && before === "text" && last !== undefined) last.to = to;
    else if (kind === "text" || kind === "heading") found.push({ from, to });
    before = kind;
  }
  return found;
}

interface Target {
  readonly from: number;
  readonly to: number;
}

function inlineTargets(text: string, start: number, stop: number): Target[] {
  const closings = codeClosings(text, start, stop);
  const targets: Target[] = [];
  let openBrackets = 0;
  for (let at = start; at < stop; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "`") at = (closings.get(at) ?? runEnd(text, at, stop)) - 1;
    else if (character === "[") openBrackets += 1;
    else if (character === "]" && openBrackets > 0) {
      openBrackets -= 1;
      if (text[at + 1] !== "(") continue;
      const target = readTarget(text, at + 2, stop);
      if (target === undefined) continue;
      const behind = target.to + (text[target.to] === ">" ? 1 : 0);
      if (END_OF_LINK.test(text.slice(behind, stop))) targets.push(target);
    }
  }
  return targets;
}

/** From the offset of a run of backticks to the end of the code that it opens. */
function codeClosings(text: string, start: number, stop: number): Map<number, number> {
  const closings = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  const runs = [...text.slice(start, stop).matchAll(/`+/g)].toReversed();
  for (const { 0: run, index } of runs) {
    const end = nextOfLength.get(run.length);
    if (end !== undefined) closings.set(start + index, end);
    nextOfLength.set(run.length, start + index + run.length);
  }
  return closings;
}

function runEnd(text: string, from: number, stop: number): number {
  let end = from;
  while (end < stop && text[end] === "`") end += 1;
  return end;
}

/** The target that begins here: in angle brackets, or up to a space or an unbalanced parenthesis. */
function readTarget(text: string, start: number, stop: number): Target | undefined {
  let from = start;
  while (from < stop && /[ \t]/.test(text[from] ?? "")) from += 1;
  if (text[from] === "<") {
    for (let to = from + 1; to < stop && !/[\r\n<]/.test(text[to] ?? ""); to += 1) {
      if (text[to] === ">") return { from: from + 1, to };
      if (text[to] === "\\") to += 1;
    }
    return undefined;
  }
  let depth = 0;
  let to = from;
  for (; to < stop && !/\s/.test(text[to] ?? ""); to += 1) {
    if (text[to] === "\\") to += 1;
    else if (text[to] === "(") {
      depth += 1;
      if (depth > DEEPEST_PARENTHESES) return undefined;
    } else if (text[to] === ")") {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return { from, to: Math.min(to, stop) };
}

function toLink(text: string, from: number, targetTo: number): Link[] {
  const target = text.slice(from, targetTo);
  if (ELSEWHERE.test(target)) return [];
  const path = target.slice(0, target.search(/[#?]|$/));
  return [{ from, to: from + path.length, path: decode(path) }];
}

function decode(path: string): string {
  const plain = path.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
