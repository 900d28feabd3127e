/** Lines from one to another, the first being 1; up to Infinity where it is the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const EVERY_LINE: Span = { from: 1, to: Infinity };

/** The lines that a sed script prints as they are; undefined where it does something else. */
export function sedLines(script: string, isSilent: boolean): Span | undefined {
  const text = script.trim();
  if (text === (isSilent ? "p" : "")) return EVERY_LINE;
  const [, last] = /^([1-9]\d{0,8})q$/.exec(text) ?? [];
  if (!isSilent) return last === undefined ? undefined : { from: 1, to: Number(last) };
  const [, first, second = first] = /^([1-9]\d{0,8})(?:,(\d{1,9}|\$))?p$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const from = Number(first);
  // A range that ends before it begins is its first line.
  return { from, to: second === "$" ? Infinity : Math.max(from, Number(second)) };
}

const STRING = String.raw`"(?:[^"\\\n]|\\t)*"`;
/** Prints the line, alone or behind its number. */
const PRINT = new RegExp(
  String.raw`^\{ *(?:print(?: *\$0)?|print *F?NR *,? *(?:${STRING} *,? *)?\$0|printf *\(? *"(?:[^"\\\n%]|\\t|%-?0?\d*d)*%s\\n" *, *F?NR *, *\$0 *\)?) *;? *\}$`,
);

/** The same for an awk program such as `NR>=1 && NR<=80`. */
export function awkLines(program: string): Span | undefined {
  const [, condition = "", action = ""] = /^([^{]*)(\{[^]*)?$/.exec(program.trim()) ?? [];
  if (action === "" ? condition === "" : !PRINT.test(action)) return undefined;
  let { from, to } = EVERY_LINE;
  for (const part of condition.split("&&").map((each) => each.trim())) {
    const [, sign = "", digits] = /^F?NR *(<=|>=|==|<|>) *(\d{1,9})$/.exec(part) ?? [];
    if (digits === undefined && part !== "" && part !== "1") return undefined;
    const number = Number(digits);
    if (/^[>=]/.test(sign)) from = Math.max(from, sign === ">" ? number + 1 : number);
    if (/^[<=]/.test(sign)) to = Math.min(to, sign === "<" ? number - 1 : number);
  }
  return { from, to };
}
