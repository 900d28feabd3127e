import type { Text } from "../types.ts";

/** An error or a warning says that something is broken; a note says that something could be better. */
export type Level = "error" | "warning" | "note";

/** What a rule has found; its texts are in both languages. */
export interface Fault {
  readonly level: Level;
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** 1-based; 1 if the finding is about the whole file. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly message: Text;
  readonly fix: Text;
}

/** Something in the bank that is wrong or could be better, and what to do about it. */
export interface Finding extends Omit<Fault, "message" | "fix"> {
  /** The name of a file in `rules/`. */
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}
