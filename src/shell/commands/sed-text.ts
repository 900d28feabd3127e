import type { Spend } from "../../patterns/automaton.ts";
import { toOutput } from "../output.ts";
import { type Address, type SedCommand, parseSed } from "./sed-program.ts";

/** A longer text is not rewritten here: what comes of it cannot be told. */
const LONGEST_TEXT = 4000;

export interface SedManner {
  readonly isSilent: boolean;
  readonly isExtended: boolean;
}

/** What sed prints for a text; undefined where that is not told. */
export function edited(
  script: string,
  text: string,
  { isSilent, isExtended }: SedManner,
  spend: Spend,
): string | undefined {
  const commands = text.length > LONGEST_TEXT ? undefined : parseSed(script, isExtended);
  if (commands === undefined) return undefined;
  const run = createRun(toOutput(text).lines, isSilent, spend);
  const isTold = run.all(commands);
  if (!isTold) return undefined;
  const isOpen = text !== "" && !text.endsWith("\n") && run.printed.length > 0;
  return run.printed
    .map((line) => `${line}\n`)
    .join("")
    .slice(0, isOpen ? -1 : undefined);
}

/** The same of lines among others: only where each is changed by itself. */
export function editedLines(
  script: string,
  lines: readonly string[],
  { isSilent, isExtended }: SedManner,
  spend: Spend,
): readonly string[] | undefined {
  const commands = parseSed(script, isExtended);
  if (commands?.every(isOfOneLine) !== true) return undefined;
  const changed = lines.map((line) => {
    const run = createRun([line], isSilent, spend);
    return run.all(commands) ? run.printed : undefined;
  });
  const told = changed.filter((each) => each !== undefined);
  return told.length < changed.length ? undefined : told.flat();
}

function isOfOneLine({ name, from, to, block }: SedCommand): boolean {
  const isAnywhere = [from, to].every((each) => each === undefined || each.kind === "match");
  return isAnywhere && to === undefined && /[sydpaic{]/.test(name) && block.every(isOfOneLine);
}

type Ending = "next" | "quit" | "untold" | undefined;

function createRun(lines: readonly string[], isSilent: boolean, spend: Spend) {
  const printed: string[] = [];
  const open = new Map<SedCommand, number>();
  let at = 0;
  let line = "";
  let held = "";
  let after: string[] = [];

  function all(commands: readonly SedCommand[]): boolean {
    for (; at < lines.length; at++) {
      line = lines[at] ?? "";
      const ending = runAll(commands);
      if (ending === "untold") return false;
      if (ending !== "next") endLine();
      flush();
      if (ending === "quit") break;
    }
    return true;
  }

  function runAll(commands: readonly SedCommand[]): Ending {
    for (const command of commands) {
      spend(2 + line.length / 50);
      if (applies(command) === command.isNegated) continue;
      const ending = act(command);
      if (ending !== undefined) return ending;
    }
    return undefined;
  }

  function act(command: SedCommand): Ending {
    const { name, text } = command;
    switch (name) {
      case "{":
        return runAll(command.block);
      case "s":
        return substitute(command) ? undefined : "untold";
      case "y": {
        const half = text.length / 2;
        const [left, right] = [text.slice(0, half), text.slice(half)];
        line = [...line].map((each) => right[left.indexOf(each)] ?? each).join("");
        return undefined;
      }
      case "d":
        return "next";
      case "p":
        printed.push(line);
        return undefined;
      case "q":
        return "quit";
      case "a":
        after.push(text);
        return undefined;
      case "i":
        printed.push(text);
        return undefined;
      case "c":
        printed.push(text);
        return "next";
      case "h":
        held = line;
        return undefined;
      case "H":
        held = `${held}\n${line}`;
        return undefined;
      case "g":
        line = held;
        return undefined;
      case "G":
        line = `${line}\n${held}`;
        return undefined;
      case "x":
        [line, held] = [held, line];
        return undefined;
      case "n":
        if (at + 1 >= lines.length) return "quit";
        endLine();
        line = lines[++at] ?? "";
        return undefined;
      case "N":
        if (at + 1 >= lines.length) return "quit";
        line = `${line}\n${lines[++at] ?? ""}`;
        return undefined;
      case "=":
        printed.push(String(at + 1));
        return undefined;
      default:
        return "untold";
    }
  }

  function endLine(): void {
    if (!isSilent) printed.push(line);
  }

  function flush(): void {
    printed.push(...after);
    after = [];
  }

  function substitute({ substitution }: SedCommand): boolean {
    if (substitution === undefined) return false;
    const { search, into, isGlobal, nth, prints } = substitution;
    const text = line;
    let result = "";
    let from = 0;
    let count = 0;
    while (from <= text.length) {
      const match = search(text, from, spend);
      if (match === undefined) break;
      const isMeant = ++count === nth || (count > nth && isGlobal);
      const pieces = into.map((piece) => (typeof piece === "string" ? piece : match.groups[piece]));
      if (isMeant && pieces.includes(undefined)) return false;
      const made = isMeant ? pieces.join("") : text.slice(match.start, match.end);
      const isEmpty = match.end === match.start;
      result +=
        text.slice(from, match.start) +
        made +
        (isEmpty ? text.slice(match.end, match.end + 1) : "");
      from = isEmpty ? match.end + 1 : match.end;
      if (isMeant && !isGlobal) break;
    }
    if (count < nth) return true;
    line = result + text.slice(from);
    if (prints) printed.push(line);
    return true;
  }

  function applies(command: SedCommand): boolean {
    const { from, to } = command;
    if (from === undefined) return true;
    if (to === undefined) return fits(from);
    const begun = open.get(command);
    if (begun === undefined) {
      if (!fits(from)) return false;
      const isOver = to.kind === "line" && to.number <= at + 1;
      if (!isOver) open.set(command, at);
      return true;
    }
    const isLast =
      to.kind === "more"
        ? at - begun >= to.number
        : to.kind === "line"
          ? at + 1 >= to.number
          : fits(to);
    if (isLast) open.delete(command);
    return true;
  }

  function fits(address: Address): boolean {
    switch (address.kind) {
      case "line":
        return at + 1 === address.number;
      case "last":
        return at === lines.length - 1;
      case "match":
        return address.search(line, 0, spend) !== undefined;
      case "more":
        return false;
    }
  }

  return { all, printed };
}
