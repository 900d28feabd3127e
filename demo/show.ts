import { colors } from "../src/cli/colors.ts";

/** What a person reads: nothing here is wider than this. */
const WIDTH = 100;
const INDENT = "   ";
type Paint = (text: string) => string;

export function line(text = ""): void {
  console.log(text);
}

export function heading(text: string): void {
  line();
  line(colors.bold(text));
}

export function does(tool: string, what: string): void {
  line(`${INDENT}${colors.cyan("→")} ${tool.padEnd(5)} ${what}`);
}

export function passes(text: string): void {
  line(`${INDENT}${colors.green(`✓ ${text}`)}`);
}

/** What the model is told, without the product's name in front. */
export function refuses(text: string): void {
  const [first = "", ...rest] = wrap(text.replace(/^\[Memory Bank\] /, ""), WIDTH - 5);
  line(`${INDENT}${colors.red(`✗ ${first}`)}`);
  for (const part of rest) line(`${INDENT}  ${colors.red(part)}`);
}

export function quote(lines: readonly string[], paint: Paint = colors.dim): void {
  for (const text of lines) line(`${INDENT}${paint(`│ ${text}`)}`);
}

/** Lines of about the same length: a last word alone in its line looks like a mistake. */
function wrap(text: string, width: number): string[] {
  return text
    .trimEnd()
    .split("\n")
    .flatMap((paragraph) => {
      const { length } = fill(paragraph, width);
      let narrow = width;
      while (fill(paragraph, narrow - 1).length === length && narrow > 20) narrow -= 1;
      return fill(paragraph, narrow);
    });
}

function fill(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  // The end of a call stays with its argument.
  for (const word of paragraph.split(/ (?!\}\))/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
