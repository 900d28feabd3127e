import { callCommand } from "./commands.ts";
import type { ShellEffects, ShellWorld } from "./effects.ts";
import { OWN_MARKS } from "./globs.ts";
import { type Found, type Scope, TooLarge, addPart } from "./scope.ts";
import { runScript } from "./walk.ts";

/** Parsing a longer or deeper command would delay the call. */
const LONGEST_COMMAND = 50_000;
const DEEPEST = 50;

/**
 * What a command line plainly does. Used only to refuse commands that openly write into the bank. It is not the
 * guarantee: whatever a command did to the bank is found afterwards.
 */
export function analyzeCommand(given: string, world: ShellWorld): ShellEffects {
  // Replaces the characters that the analysis uses for itself.
  const command = given.toWellFormed().replaceAll(OWN_MARKS, "?");
  const found: Found = {
    reads: [],
    writes: [],
    own: [],
    programs: [],
    texts: new Map(),
    refreshes: undefined,
    isReading: true,
    size: 0,
  };
  const scope: Scope = {
    world,
    found,
    source: command,
    depth: 0,
    cwd: world.start,
    variables: new Map(),
    functions: new Map(),
    parameters: [],
    run: runScript,
    call: callCommand,
  };
  try {
    if (command.length > LONGEST_COMMAND || isDeep(command)) throw new TooLarge();
    runScript(command, scope, undefined);
  } catch (error) {
    // Thousands of nested words overflow the stack.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error;
    Object.assign(found, { size: 0, isReading: false });
    addPart("own", { call: { name: "", args: [command] }, scope, input: undefined });
  }
  return found;
}

/** Whether brackets are nested deeply: the parser parses each level again. */
function isDeep(command: string): boolean {
  let depth = 0;
  for (const character of command) {
    if (character === "(" || character === "{") depth++;
    else if (character === ")" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
