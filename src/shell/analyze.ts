import { parse } from "unbash";
import type { Spend } from "../patterns/automaton.ts";
import { OutOfSteps, newBudget, payFor } from "./budget.ts";
import { evaluateCommand } from "./commands/index.ts";
import type { ShellEffects, ShellWorld } from "./effects.ts";
import { expandQuoted } from "./expand.ts";
import { evaluate } from "./evaluate.ts";
import { isOnlyShowing } from "./only-shows.ts";
import { type Output, type Scope, newEffects, toEffects } from "./scope.ts";

/** A longer command is not parsed, which would hold the call up: it counts as a computed write. */
const LONGEST_COMMAND = 100_000;

/** Words without quotes, expansions, operators or assignments before them: a parse would give the same words. */
const PLAIN = /^ *[\w./+:@%-]+(?: +[\w./+:@%,=-]+)* *$/;
/** Words that the shell itself takes, as part of a longer construct. */
const KEYWORD =
  /^ *(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|coproc|in)\b/;

/** A command line → the files it is certain to read and write, and what else it runs. */
export function analyzeCommand(
  given: string,
  world: ShellWorld,
  spend: Spend = newBudget(),
): ShellEffects {
  const command = given.toWellFormed();
  const effects = newEffects();
  effects.namesLastWord = /\$(?:_\b|\{_[^\w])/.test(command);
  const scope: Scope = {
    source: command,
    world: payFor(world, spend),
    effects,
    cwd: world.start,
    folders: [],
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    traps: [],
    locals: undefined,
    end: undefined,
    departures: [],
    isBash: true,
    spend,
    expand: expandQuoted,
    run: evaluate,
    runCommand: evaluateCommand,
  };
  const position = { isProven: true, isShown: true, isBackground: false, input: undefined };
  if (command.length > LONGEST_COMMAND || isTooDeep(command)) return untold(command, scope);
  let output: Output;
  try {
    if (PLAIN.test(command) && !KEYWORD.test(command)) {
      const [name = "", ...args] = command.trim().split(/ +/);
      output = evaluateCommand({ name, args, words: command }, scope, position);
    } else {
      spend(5 + command.length / 20);
      const script = parse(command);
      let onlyShows: boolean | undefined;
      effects.onlyShows = () => (onlyShows ??= isOnlyShowing(script));
      output = evaluate(script, scope, position);
    }
  } catch (error) {
    // Thousands of nested words overflow the stack.
    if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error;
    return untold(command, scope);
  }
  return toEffects(effects, output);
}

/** What was found until then holds; what else the command does cannot be told. */
function untold(command: string, { world, effects }: Scope): ShellEffects {
  const part = { words: command, args: [], cwd: world.start, isBackground: false };
  const { computed, ...others } = toEffects(effects);
  const more = effects.onlyShows() ? [] : [part];
  return {
    ...others,
    reads: [],
    prints: undefined,
    computed: [...computed, ...more],
    isReading: false,
  };
}

const DEEPEST = 200;

/** A parser takes each level of brackets apart anew. */
function isTooDeep(command: string): boolean {
  if (command.length <= DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < command.length; at++) {
    const character = command[at];
    if (character === "(" || character === "{") depth++;
    else if (character === ")" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
