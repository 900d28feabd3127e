import type { Printed, WriteEffect } from "../types.ts";

/** A piece of the output, with the file's path. */
/** A piece of what a command prints; `other` is something that only running it tells. */
export type ShellPrint =
  | { readonly kind: "text" | "other" }
  | ({ readonly kind: "lines" } & Printed<string>);

/** The path is absolute. UNKNOWN stands in it for what cannot be told. */
export interface ShellWrite {
  readonly path: string;
  readonly effect: WriteEffect;
  /** The kind of write, for messages: `>`, `tee`, `sed -i`, `git checkout`. Never other words of the command. */
  readonly by: string;
}

/** Something that runs and of which the parse cannot tell what it writes. */
export interface ShellPart {
  readonly by: string;
  /** Its arguments, expanded as far as they can be told. */
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What a command plainly does. All else is left to the comparison afterwards. */
export interface ShellEffects {
  /** What it prints of files, where that can be told. */
  readonly prints: readonly Printed<string>[];
  /** Files whose text it reads, shown or not. */
  readonly reads: readonly string[];
  readonly writes: readonly ShellWrite[];
  /** Code in the command's own words (`python -c`, a here-doc for a shell), and writes whose target is unknown. */
  readonly own: readonly ShellPart[];
  /** Programs and scripts that may write anything; git on the whole tree is one of them. */
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
  readonly isThere: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  readonly isLink: (path: string) => boolean;
  /** A variable of the environment that the command will see. */
  readonly variable: (name: string) => string | undefined;
  /** Names in a folder; undefined when there are too many to look at. */
  readonly list: (path: string) => readonly string[] | undefined;
}
