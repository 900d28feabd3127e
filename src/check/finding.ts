import type { Text } from "../types.ts";

/** Errors and warnings say that something is broken; a note, that something could be tidier. */
export type Level = "error" | "warning" | "note";

export type CheckRuleName =
  | "missing-entry"
  | "readable-docs"
  | "only-docs"
  | "stray-symlinks"
  | "unfinished-merge"
  | "conflict-markers"
  | "open-fences"
  | "block-markers"
  | "template-version"
  | "entry-sections"
  | "doubled-sections"
  | "short-rows"
  | "entry-budget"
  | "old-files"
  | "dead-routes"
  | "wide-routes"
  | "dead-answers"
  | "quick-answers"
  | "decision-table"
  | "stale-focus"
  | "blank-conventions"
  | "dead-links"
  | "dead-anchors"
  | "missing-index"
  | "index-rows"
  | "orphan-docs"
  | "stale-paths"
  | "stale-commands"
  | "secrets"
  | "duplicate-docs"
  | "requirement-numbers"
  | "doc-names";

/** Something in the bank that is wrong, or could be better, and what to do about it. */
export interface Finding {
  readonly rule: CheckRuleName;
  readonly level: Level;
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** 1-based; 1 for a file as a whole. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly message: string;
  readonly fix: string;
}

/** What a rule has found, in both languages. */
export interface Fault {
  readonly level: Level;
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly message: Text;
  readonly fix: Text;
}
