import type { WriteEffect } from "../types.ts";

/** The path is absolute. UNKNOWN stands for the parts of it that cannot be told. */
export interface ShellWrite {
  readonly path: string;
  readonly effect: WriteEffect;
  /** The kind of write, for messages: `>`, `tee`, `sed -i`, `git checkout`. Never other words of the command. */
  readonly by: string;
}

/** A part that runs something, where the parse cannot tell what it writes. */
export interface ShellPart {
  readonly by: string;
  /** The arguments, expanded as far as they can be told. */
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What a command plainly does. Everything else is found by comparing the bank afterwards. */
export interface ShellEffects {
  /** Files that commands in it only show. The output of these commands tells which lines were shown. */
  readonly reads: readonly string[];
  readonly writes: readonly ShellWrite[];
  /** Code in the command's own words (`python -c`, a here-doc for a shell), and writes whose target is unknown. */
  readonly own: readonly ShellPart[];
  /** Programs and scripts that may write anything; git on the whole tree is one of them. */
  readonly programs: readonly ShellPart[];
  /** Whether it runs only commands that show something. */
  readonly isReading: boolean;
  /** `memory-bank refresh` or another command of ours that changes the bank. */
  readonly refreshes: string | undefined;
}

/** What the analysis may ask about the machine that the command would run on. */
export interface ShellWorld {
  readonly home: string | undefined;
  /** Where the command starts, the work tree's root and the bank, as absolute paths. */
  readonly start: string;
  readonly root: string;
  readonly bank: string;
  readonly isThere: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  readonly isLink: (path: string) => boolean;
  /** A variable of the environment that the command will see. */
  readonly variable: (name: string) => string | undefined;
  /** Names in a folder; undefined if there are too many. */
  readonly list: (path: string) => readonly string[] | undefined;
}
