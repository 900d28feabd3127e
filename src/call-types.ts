/** The vocabulary of tool calls and their results. */

import type { AnsweredQuestion } from "./proposal-types.ts";

/** A file as the core sees it: symlinks, `..`, letter case and separators are resolved already. */
export interface Target {
  /** Relative to the project root with `/`; absolute when the file is outside the project. */
  readonly path: string;
  /** The file's name in the project, if that name is a link to `path`. */
  readonly alias?: string | undefined;
  readonly place: "bank" | "project" | "outside";
  /** Path inside the bank, for a file that is one of its docs by location or by name. */
  readonly doc: string | undefined;
  /** For a project file that the conventions link: the name under which reading it counts, see `ExistingDoc.doc`. */
  readonly linkedAs?: string | undefined;
  /** The bank is below this folder: to delete or move the folder is to delete or move the bank. */
  readonly holdsBank: boolean;
}

/** What a write does to its target. `move-from` is about the old path of a move. */
export type WriteEffect =
  | "change"
  | "replace"
  | "delete"
  | "move-from"
  | "make-folder"
  | "make-link"
  /** A tool that is not the host's own was given the file; what the tool does with it is unknown. */
  | "may-change";

export interface Write {
  readonly target: Target;
  readonly effect: WriteEffect;
  /** The kind of write: `>`, `tee`, `git checkout`, or the name of a foreign tool; empty for the host's own tools. */
  readonly by: string;
  /** What the write would create in the project: the file, or the topmost of its missing folders. */
  readonly creates?: string | undefined;
  /** Whether git ignores the file. Asked for files of the project that a command writes. */
  readonly isIgnored?: (() => boolean) | undefined;
  /** The file's text after the write, by the arguments of a structured tool. Asked for docs only. */
  readonly planText?: PlanText | undefined;
  /** What a structured tool does to a doc's text. */
  readonly change?: DocChange | undefined;
}

/** A file's text before a call → its text afterwards. */
export type PlanText = (before: string | undefined) => PlannedText;

export interface PlannedText {
  /** Undefined where only running the tool tells: hosts match edits loosely. */
  readonly after: string | undefined;
  /** The text that the call brings in. */
  readonly brings: string;
}

export interface DocChange extends PlannedText {
  /** The doc's text now; undefined for a new doc. */
  readonly before: string | undefined;
  /** The first secret in what the call brings into the doc. */
  readonly secret: SecretOffence | undefined;
}

/** Where a secret is and which rule found it. Never the value, because messages show this. */
export interface SecretOffence {
  /** In the text, or in the name of a new doc. */
  readonly kind: "secret" | "name";
  readonly rule: string;
  readonly line: number;
  /** Whether the line is counted in the doc, or in the text that the call brings. */
  readonly isOfDoc: boolean;
}

export interface Read {
  readonly target: Target;
  /** For a command: the file's text now. Those of its lines that are in the output were shown. */
  readonly text?: (() => string | undefined) | undefined;
}

/** A host's tool call in neutral form. Rules see neither host tool names nor shell syntax. */
export interface ToolCall {
  readonly via: "tool" | "shell";
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  /** How the bank is compared afterwards; undefined only for a call that is known to read only. */
  readonly effectCheck: EffectCheck | undefined;
  /** A command of our own that rebuilds the bank, such as `memory-bank refresh`. */
  readonly refreshesBank: string | undefined;
  /** The agent that the call hands work to. */
  readonly delegatesTo: string | undefined;
  /** The plan that the call would apply. */
  readonly appliesPlan?: PlanCall | undefined;
}

export interface PlanCall {
  readonly id: string | undefined;
  /** Whether the agent that makes the call may edit the bank. */
  readonly mayEdit: boolean;
}

/** What a call came back with, in neutral form. The live hook and the history reader build it in the same way. */
export interface ToolResult {
  /** The text that the model sees. */
  readonly text: string;
  /** The lines of a file that a read showed. */
  readonly shown: LineRange | "whole" | undefined;
  /** Who did the work that the call handed on. */
  readonly worker: Worker | undefined;
  /** What the user answered to questions that the agent asked through the host. */
  readonly answers: readonly AnsweredQuestion[];
  /** The plan that the call made. */
  readonly planned: string | undefined;
  /** The docs of a plan that the call applied. */
  readonly applied: readonly string[];
}

export interface Worker {
  /** The session that the worker works in, if the host says so. */
  readonly session: string | undefined;
  /** The worker goes on in the background: the call returned before it had an answer. */
  readonly isRunning: boolean;
  /** Docs that the worker read whole, and docs that it wrote, as they were noted with the result. */
  readonly read: readonly string[];
  readonly wrote: readonly string[];
}

export interface EffectCheck {
  /** The name of the command or the tool that may change the bank, never its arguments. */
  readonly words: string;
  /**
   * What runs: nothing but known readers, git on the whole tree, a program of the project, or anything else,
   * which is the agent's own words.
   */
  readonly cause: "reads" | "git" | "program" | "own-words";
  /** Git may have changed the whole tree to versions that it has stored. */
  readonly runsGit: boolean;
  /** Script files that the command runs, as paths of the project. */
  readonly scripts?: readonly string[] | undefined;
}

/** Lines that were shown, 1-based and inclusive; up to Infinity if the end was shown. An empty file is `from 1 to 0 of 0`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** How many lines the whole file has, if the reader said so. */
  readonly total: number | undefined;
}
