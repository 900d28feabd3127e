import { EVERY_LINE, type Span } from "../prints.ts";

const LONGEST_PROGRAM = 300;
const STRING = String.raw`"(?:[^"\\\n]|\\t)*"`;
/** Prints the line, alone or behind its number. */
const PRINT = new RegExp(
  String.raw`^(?:print(?: *\$0)?|print *F?NR *,? *(?:${STRING} *,? *)?\$0|printf *\(? *"(?:[^"\\\n%]|\\t|%-?0?\d*d)*%s\\n" *, *F?NR *, *\$0 *\)?) *;?$`,
);
const COMPARISON = /^F?NR *(<=|>=|==|<|>) *(\d{1,9})$/;
const RANGE = /^F?NR *== *(\d{1,9}) *, *F?NR *== *(\d{1,9})$/;
const UNTIL = /^F?NR *> *(\d{1,9}) *\{ *exit *;? *\}(.*)$/;

/** The lines that an awk program prints whole and in their order; undefined where it does something else. */
export function readAwkLines(text: string): readonly Span[] | undefined {
  const program = text.trim();
  if (program.length > LONGEST_PROGRAM) return undefined;
  const [, last, rest] = UNTIL.exec(program) ?? [];
  if (last !== undefined && rest !== undefined) {
    return readAwkLines(rest) === EVERY_LINE ? toSpans(1, Number(last)) : undefined;
  }
  const at = program.indexOf("{");
  const condition = (at === -1 ? program : program.slice(0, at)).trim();
  const action = at === -1 ? "{print}" : program.slice(at);
  const isPrint = action.endsWith("}") && PRINT.test(action.slice(1, -1).trim());
  if (!isPrint || (condition === "" && at === -1)) return undefined;
  return condition === "" || condition === "1" ? EVERY_LINE : spansOf(condition);
}

function spansOf(condition: string): readonly Span[] | undefined {
  const [, first, second] = RANGE.exec(condition) ?? [];
  // A range that ends before it begins goes on to the end.
  if (first !== undefined && second !== undefined)
    return Number(second) < Number(first) || first === "0"
      ? undefined
      : toSpans(Number(first), Number(second));
  let [from, to] = [1, Infinity];
  for (const part of condition.split("&&")) {
    const [, sign, digits] = COMPARISON.exec(part.trim()) ?? [];
    if (sign === undefined) return undefined;
    const number = Number(digits);
    if (sign !== "<" && sign !== "<=") from = Math.max(from, sign === ">" ? number + 1 : number);
    if (sign !== ">" && sign !== ">=") to = Math.min(to, sign === "<" ? number - 1 : number);
  }
  return toSpans(from, to);
}

function toSpans(from: number, to: number): readonly Span[] {
  if (from === 1 && to === Infinity) return EVERY_LINE;
  return from > to ? [] : [{ from, to }];
}
