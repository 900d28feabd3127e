import type { ShellPrint } from "./effects.ts";

/** What a part prints, as far as it can be told, and how it ends. */
export interface Output {
  /** All that it prints, if that is complete; else lines that are among it. */
  readonly lines: readonly string[];
  readonly isComplete: boolean;
  /** The last line has no newline at its end. */
  readonly isOpen?: boolean;
  /** Set when it is certain that the part fails, or that it does not: `&&`, `||` and `if` go by it. */
  readonly hasFailed?: boolean | undefined;
  /** What it prints depends on the branch that runs. */
  readonly alternatives?: readonly Output[];
  /** Where it comes from, piece by piece. Absent of an output that nobody looked at in this way. */
  readonly prints?: readonly ShellPrint[] | undefined;
}

/** Something is printed of which no line can be told. */
export const OTHER: readonly ShellPrint[] = [{ kind: "other" }];
/** Of a longer list nobody could tell the pieces apart. */
const MOST_PRINTS = 100;

export function printsOf(output: Output): readonly ShellPrint[] {
  return output.prints ?? (isEmpty(output) ? [] : OTHER);
}

export const NO_OUTPUT: Output = { lines: [], isComplete: true };
export const SUCCEEDED: Output = { lines: [], isComplete: true, hasFailed: false };
export const FAILED: Output = { lines: [], isComplete: true, hasFailed: true };
export const UNTOLD: Output = { lines: [], isComplete: false };

const MOST_ALTERNATIVES = 8;

export function toOutput(text: string): Output {
  if (text === "") return NO_OUTPUT;
  const isOpen = !text.endsWith("\n");
  return { lines: (isOpen ? text : text.slice(0, -1)).split("\n"), isComplete: true, isOpen };
}

/** The text of an output that is complete. */
export function textOfOutput({ lines, isOpen }: Output): string {
  if (lines.length === 0) return "";
  return lines.join("\n") + (isOpen === true ? "" : "\n");
}

/** One after the other; how the last one ended is how they ended. */
export function concatenate(outputs: readonly Output[]): Output {
  const [only, ...others] = outputs;
  if (only === undefined) return NO_OUTPUT;
  return others.reduce(append, only);
}

export function append(first: Output, second: Output): Output {
  if (first.prints === undefined && second.prints === undefined) return appendLines(first, second);
  const prints = [...printsOf(first), ...printsOf(second)];
  return { ...appendLines(first, second), prints: prints.length > MOST_PRINTS ? OTHER : prints };
}

function appendLines(first: Output, second: Output): Output {
  const { hasFailed } = second;
  if (isEmpty(first)) return second;
  if (isEmpty(second)) return { ...first, hasFailed };
  const [left, right] = [first.alternatives ?? [first], second.alternatives ?? [second]];
  if (left.length * right.length > 1 && left.length * right.length <= MOST_ALTERNATIVES) {
    return { ...either(left.flatMap((one) => right.map((two) => append(one, two)))), hasFailed };
  }
  const isComplete = first.isComplete && second.isComplete;
  if (first.isOpen !== true || !isComplete) {
    const { isOpen = false } = second;
    return { lines: [...first.lines, ...second.lines], isComplete, isOpen, hasFailed };
  }
  return { ...toOutput(textOfOutput(first) + textOfOutput(second)), hasFailed };
}

/** One of them, whichever branch ran. */
export function either(outputs: readonly Output[]): Output {
  const [first = NO_OUTPUT, ...others] = outputs;
  const printed = eitherLines(first, others);
  return others.every((other) => printsSame(first, other))
    ? printed
    : { ...printed, prints: OTHER };
}

function printsSame(left: Output, right: Output): boolean {
  if (left.prints === right.prints) return true;
  return printsOf(left).length === 0 && printsOf(right).length === 0;
}

function eitherLines(first: Output, others: readonly Output[]): Output {
  const isAgreed = others.every(({ hasFailed }) => hasFailed === first.hasFailed);
  const hasFailed = isAgreed ? first.hasFailed : undefined;
  if (others.every((other) => isSame(first, other))) return { ...first, hasFailed };
  const alternatives = [first, ...others].flatMap((output) => output.alternatives ?? [output]);
  return {
    lines: [...new Set(alternatives.flatMap(({ lines }) => lines))],
    isComplete: false,
    hasFailed,
    alternatives: alternatives.length > MOST_ALTERNATIVES ? [UNTOLD] : alternatives,
  };
}

function isEmpty({ lines, isComplete }: Output): boolean {
  return isComplete && lines.length === 0;
}

function isSame(left: Output, right: Output): boolean {
  return (
    left.alternatives === right.alternatives &&
    left.isComplete === right.isComplete &&
    (left.isOpen ?? false) === (right.isOpen ?? false) &&
    left.lines.length === right.lines.length &&
    left.lines.every((line, index) => line === right.lines[index])
  );
}
