import { parse } from "unbash";
import type { WriteEffect } from "../types.ts";
import { evaluateScript } from "./evaluate.ts";
import type { Scope } from "./scope.ts";

/** A path in the words of the command: absolute, or relative to where the command starts. */
export interface ShellWrite {
  readonly path: string;
  readonly effect: WriteEffect;
}

export interface ShellRead {
  readonly path: string;
  /** The command's success proves that the file was shown whole. */
  readonly whole: boolean;
}

export interface ShellEffects {
  readonly reads: readonly ShellRead[];
  readonly writes: readonly ShellWrite[];
  /** The words of the first write whose target cannot be told. */
  readonly unknownWrite: string | undefined;
}

/** What the analysis may ask about the machine that the command would run on. */
export interface ShellWorld {
  readonly home: string | undefined;
  isFolder(path: string): boolean;
}

const NOTHING: ShellEffects = { reads: [], writes: [], unknownWrite: undefined };
/** A parse this long or this deep is not worth its time: nobody types such a command. */
const LONGEST_COMMAND = 100_000;

/** A command line → the files it is certain to read and write, and whether there are others. */
export function analyzeCommand(command: string, world: ShellWorld): ShellEffects {
  if (command.trim() === "") return NOTHING;
  if (command.length > LONGEST_COMMAND) return { ...NOTHING, unknownWrite: firstWords(command) };
  const scope: Scope = {
    source: command,
    world,
    cwd: ".",
    variables: new Map(),
    reads: [],
    writes: [],
    unknownWrite: undefined,
  };
  try {
    evaluateScript(parse(command), scope, { isProven: true, isShown: true });
  } catch (error) {
    // Thousands of nested substitutions overflow the parser's stack.
    if (!(error instanceof RangeError)) throw error;
    return { ...NOTHING, unknownWrite: firstWords(command) };
  }
  return { reads: scope.reads, writes: scope.writes, unknownWrite: scope.unknownWrite };
}

function firstWords(command: string): string {
  return command.slice(0, 80);
}
