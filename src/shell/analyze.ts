import { parse } from "unbash";
import { evaluateCommand } from "./commands/index.ts";
import type { ShellEffects, ShellWorld } from "./effects.ts";
import { expandQuoted } from "./expand.ts";
import { evaluate } from "./evaluate.ts";
import { type Scope, newEffects, toEffects } from "./scope.ts";

/** A longer command is not parsed, which would hold the call up: it counts as a computed write. */
const LONGEST_COMMAND = 100_000;

/** Words without quotes, expansions, operators or assignments before them: a parse would give the same words. */
const PLAIN = /^ *[\w./+:@%-]+(?: +[\w./+:@%,=-]+)* *$/;
/** Words that the shell itself takes, as part of a longer construct. */
const KEYWORD =
  /^ *(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|coproc|in)\b/;

/** A command line → the files it is certain to read and write, and what else it runs. */
export function analyzeCommand(command: string, world: ShellWorld): ShellEffects {
  const effects = newEffects();
  const scope: Scope = {
    source: command,
    world,
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
    expand: expandQuoted,
    run: evaluate,
    runCommand: evaluateCommand,
  };
  const position = { isProven: true, isShown: true, isBackground: false, input: undefined };
  if (command.length > LONGEST_COMMAND) return untold(command, world);
  try {
    if (PLAIN.test(command) && !KEYWORD.test(command)) {
      const [name = "", ...args] = command.trim().split(/ +/);
      evaluateCommand({ name, args, words: command }, scope, position);
    } else {
      evaluate(parse(command), scope, position);
    }
  } catch (error) {
    // Thousands of nested substitutions overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    return untold(command, world);
  }
  return toEffects(effects);
}

function untold(command: string, world: ShellWorld): ShellEffects {
  const part = { words: command.slice(0, 200), args: [], cwd: world.start, isBackground: false };
  return { ...toEffects(newEffects()), computed: [part] };
}
