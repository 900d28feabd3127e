import { callCommand } from "./commands.ts";
import type { ShellEffects, ShellWorld } from "./effects.ts";
import { OWN_MARKS } from "./globs.ts";
import { type Found, INSIDE, type Scope, TooLarge, UNTOLD, addPart } from "./scope.ts";
import { runScript } from "./walk.ts";

/** Parsing a longer or deeper command would hold the call up. */
const LONGEST_COMMAND = 50_000;
const DEEPEST = 50;

/**
 * A command line → what it plainly does. It is here to refuse beforehand what says that it writes into the bank,
 * and never anything else. It is not the guarantee: whatever a command did to the bank is found afterwards.
 */
export function analyzeCommand(given: string, world: ShellWorld): ShellEffects {
  // Without the characters that the analysis uses for itself.
  const command = given.toWellFormed().replaceAll(OWN_MARKS, "?");
  const found: Found = {
    reads: [],
    writes: [],
    own: [],
    programs: [],
    texts: new Map(),
    refreshes: undefined,
    isReading: true,
    isOrderOpen: false,
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
  let { prints } = UNTOLD;
  try {
    if (command.length > LONGEST_COMMAND || isDeep(command)) throw new TooLarge();
    ({ prints } = runScript(command, scope, { ...INSIDE, isProven: true }));
  } catch (error) {
    // Thousands of nested words overflow the stack.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error;
    Object.assign(found, { size: 0, isReading: false, isOrderOpen: true });
    addPart("own", { call: { name: "", args: [command] }, scope, place: INSIDE });
  }
  const lines = prints.filter((piece) => piece.kind === "lines");
  return { ...found, prints: found.isOrderOpen ? [] : lines };
}

/** The parser takes each level of brackets apart anew. */
function isDeep(command: string): boolean {
  let depth = 0;
  for (const character of command) {
    if (character === "(" || character === "{") depth++;
    else if (character === ")" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
