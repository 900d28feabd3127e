import type { Printed, WriteEffect } from "../types.ts";

/** Paths are absolute. A `..` in them is still to be followed, and UNKNOWN stands for what cannot be told. */
export interface ShellRead {
  readonly path: string;
  /** The command's success proves that the file was shown whole. */
  readonly whole: boolean;
}

/** A piece of the output, with the file's path. */
export type ShellPrint = Printed<string>;

export interface ShellWrite {
  /** May hold UNKNOWN where a part of the target cannot be told. */
  readonly path: string;
  readonly effect: WriteEffect;
  /** The words of the command that cause it. */
  readonly words: string;
}

/** Something that runs and of which the parse cannot tell what it writes. */
export interface ShellPart {
  readonly words: string;
  /** Its arguments, expanded as far as they can be told. */
  readonly args: readonly string[];
  /** Where the shell stands then; may hold UNKNOWN. */
  readonly cwd: string;
  readonly isBackground: boolean;
}

export interface ShellEffects {
  readonly reads: readonly ShellRead[];
  /** What it prints, piece by piece; undefined where not even the order can be told. */
  readonly prints: readonly ShellPrint[] | undefined;
  readonly writes: readonly ShellWrite[];
  /** Writes whose target cannot be told at all. */
  readonly computed: readonly ShellPart[];
  /** Code in the command's own words: an interpreter's `-c`, a here-doc, a pipe into a shell. */
  readonly inline: readonly ShellPart[];
  /** Programs and scripts that may write anything. */
  readonly programs: readonly ShellPart[];
  /** All it runs are commands that only show what is there. */
  readonly isReading: boolean;
  /** `memory-bank refresh` and its like, which change the bank by themselves. */
  readonly refreshes: string | undefined;
}

/** What the analysis may ask about the machine that the command would run on. */
export interface ShellWorld {
  readonly home: string | undefined;
  /** Where the command starts, the work tree's root and the bank, as absolute paths. */
  readonly start: string;
  readonly root: string;
  readonly bank: string;
  /** Folders elsewhere whose files matter as much. */
  readonly guarded?: readonly string[];
  /** Whether there is such a name, wherever it leads. */
  readonly isThere: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  readonly isLink: (path: string) => boolean;
  /** Where a path leads once all links are followed, also if nothing is there. */
  readonly realPath: (path: string) => string;
  /** Whether a file, or a program on PATH, is our own command line, whatever it is called. */
  readonly isOwnCli: (program: string) => boolean;
  /** A variable of the environment that the command will see. */
  readonly variable: (name: string) => string | undefined;
  /** The text of a small file; undefined for anything else. */
  readonly read: (path: string) => string | undefined;
  /** Names in a folder; none when there is no such folder, undefined when there are too many to look at. */
  readonly list: (path: string) => readonly string[] | undefined;
}
