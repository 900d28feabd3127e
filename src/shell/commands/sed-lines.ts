import { EVERY_LINE, type Span } from "../prints.ts";

/** A longer script is not an everyday one. */
const LONGEST_SCRIPT = 500;
const COMMAND = /^(?:(\d{1,9})(?:\s*,\s*(?:(\d{1,9})|\+(\d{1,9})|(\$)))?)?\s*([pqd])$/;

interface Step extends Span {
  readonly command: string;
  readonly hasAddress: boolean;
}

/** The lines that a sed script prints, unchanged and in their order; undefined where it does something else. */
export function readSedLines(script: string, isSilent: boolean): readonly Span[] | undefined {
  if (script.length > LONGEST_SCRIPT) return undefined;
  const words = script
    .split(/[;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const steps = words.map(toStep);
  const known = steps.filter((step) => step !== undefined);
  if (known.length < steps.length) return undefined;
  return isSilent ? printedBy(known) : leftBy(known);
}

function toStep(word: string): Step | undefined {
  const match = COMMAND.exec(word);
  if (match === null) return undefined;
  const [, first, second, more, last, command = ""] = match;
  if (first === "0") return undefined;
  const from = Number(first ?? 1);
  const isEnd = last !== undefined || first === undefined;
  const end = more === undefined ? Number(second ?? from) : from + Number(more);
  // A range that ends before it begins is its first line.
  return {
    command,
    hasAddress: first !== undefined,
    from,
    to: isEnd ? Infinity : Math.max(from, end),
  };
}

/** `-n`: only what a `p` prints; a line that two of them print comes twice. */
function printedBy(steps: readonly Step[]): readonly Span[] | undefined {
  const quits = steps.filter(({ command }) => command === "q");
  if (steps.some(({ command }) => command === "d") || quits.length > 1) return undefined;
  const [quit] = quits;
  // A `q` before a `p` for the same line leaves it out.
  if (quit !== undefined && (steps.at(-1) !== quit || quit.to !== quit.from)) return undefined;
  const spans = steps
    .filter(({ command, from }) => command === "p" && from <= (quit?.from ?? Infinity))
    .map(({ from, to }) => ({ from, to: Math.min(to, quit?.from ?? Infinity) }))
    .toSorted((a, b) => a.from - b.from);
  const isTwice = spans.some(({ from }, index) => from <= (spans[index - 1]?.to ?? 0));
  return isTwice ? undefined : joined(spans);
}

/** `1,5p;6,9p` is `1,9p`. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last === undefined || last.to + 1 < span.from) all.push(span);
    else all[all.length - 1] = { from: last.from, to: span.to };
  }
  return all.length === 1 && isEvery(all[0]) ? EVERY_LINE : all;
}

/** Without `-n`: all lines but those that a `d` takes away, or those up to a `q`. */
function leftBy(steps: readonly Step[]): readonly Span[] | undefined {
  const [step, ...others] = steps;
  if (step === undefined) return EVERY_LINE;
  const { command, hasAddress, from, to } = step;
  if (others.length > 0 || !hasAddress || command === "p") return undefined;
  if (command === "q") return to === from ? [{ from: 1, to: from }] : undefined;
  const before = from > 1 ? [{ from: 1, to: from - 1 }] : [];
  return to === Infinity ? before : [...before, { from: to + 1, to: Infinity }];
}

function isEvery(span: Span | undefined): boolean {
  return span?.from === 1 && span.to === Infinity;
}
