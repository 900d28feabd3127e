/** The vocabulary of tool calls and their results. */

import type { AnsweredQuestion } from "./proposal-types.ts";

/** A file as the core sees it: symlinks, `..`, letter case and separators are settled already. */
export interface Target {
  /** Relative to the project root with `/`; absolute when the file is outside the project. */
  readonly path: string;
  /** The name it was given in the project, where a link leads from there to `path`. */
  readonly alias?: string | undefined;
  readonly place: "bank" | "project" | "outside";
  /** Path inside the bank, for a file that is one of its docs by location or by name. */
  readonly doc: string | undefined;
  /** Of a file of the project that the conventions link: the name under which a read of it counts, see `ExistingDoc.doc`. */
  readonly linkedAs?: string | undefined;
  /** The bank lies below this folder: to delete or to move it takes the bank along. */
  readonly holdsBank: boolean;
}

/** What a write does to its target. `move-from` is the vanishing half of a move. */
export type WriteEffect =
  | "change"
  | "replace"
  | "delete"
  | "move-from"
  | "make-folder"
  | "make-link"
  /** A tool that is not the host's own was given the file. What it does with it is not known. */
  | "may-change";

export interface Write {
  readonly target: Target;
  readonly effect: WriteEffect;
  /** The kind of write: `>`, `tee`, `git checkout`, or the name of another's tool; empty for the host's own tools. */
  readonly by: string;
  /** The file, or the topmost of its folders, if it is not there yet: what the write would create in the project. */
  readonly creates?: string | undefined;
  /** Whether git ignores the file. Asked for files of the project that a command writes. */
  readonly isIgnored?: (() => boolean) | undefined;
  /** What the file's text becomes, by the arguments of a structured tool. Asked for docs only. */
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
  /** Its text now; undefined for a new doc. */
  readonly before: string | undefined;
  /** The first thing among what it brings that has no place in a bank. */
  readonly secret: SecretOffence | undefined;
}

/** Never the value: what is refused must not be shown instead. */
export interface SecretOffence {
  /** In the text, or in the name of a new doc. */
  readonly kind: "secret" | "name";
  readonly rule: string;
  readonly line: number;
  /** Whether the line is that of the doc, or of the text that the call brings. */
  readonly isOfDoc: boolean;
}

export interface Read {
  readonly target: Target;
  /** True when success alone proves that the text was shown from its first to its last line. */
  readonly whole: boolean;
}

/** Lines of a file that a command prints; `to` is Infinity where it goes on to the file's end. */
export interface Printed<File> {
  readonly file: File;
  readonly from: number;
  readonly to: number;
  /**
   * What would show that this file could not be read: another exit status of the whole command than 0, words of
   * complaint in the output, or nothing at all.
   */
  readonly failure: "exit" | "words" | "silent";
}

/** A host's tool call in neutral form. Rules see neither host tool names nor shell syntax. */
export interface ToolCall {
  readonly via: "tool" | "shell";
  readonly reads: readonly Read[];
  /** What a command prints of files, where that can be told. */
  readonly prints?: readonly Printed<Target>[] | undefined;
  readonly writes: readonly Write[];
  /** The bank is compared afterwards: only what is known to be reading goes without. */
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
  /** Whether the agent that asks for it may edit the bank. */
  readonly mayEdit: boolean;
}

/** What a call came back with, in neutral form. The live hook and the history reader make the same of it. */
export interface ToolResult {
  /** What the model sees of it. */
  readonly text: string;
  /** Of a command. */
  readonly exit: number | undefined;
  /** The model sees only a part of the output. */
  readonly isCut: boolean;
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
  /** The session that it works in, where the host says so. */
  readonly session: string | undefined;
  /** It goes on in the background: the call handed back control, not an answer. */
  readonly isRunning: boolean;
  /** Docs that it read whole, and docs that it wrote, as they were noted with the result. */
  readonly read: readonly string[];
  readonly wrote: readonly string[];
}

export interface EffectCheck {
  /** The name of the command or the tool that may do it, never its arguments. */
  readonly words: string;
  /**
   * What runs: nothing but known readers, git on the whole tree, a program of the project, or anything else,
   * which is the agent's own words.
   */
  readonly cause: "reads" | "git" | "program" | "own-words";
  /** Git on the whole tree may have brought in versions of its own. */
  readonly runsGit: boolean;
  /** Script files that it runs, as paths of the project. */
  readonly scripts?: readonly string[] | undefined;
}

/** Lines that were shown, 1-based and inclusive; up to Infinity if the end was shown. An empty file is `from 1 to 0 of 0`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** Lines of the whole file, where the reader said so. */
  readonly total: number | undefined;
}
