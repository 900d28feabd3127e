/** The vocabulary. Every layer speaks in these words; this file imports nothing but its other parts. */

import type { Flow } from "./plan-types.ts";
import type { ProposalEvent, Proposals } from "./proposal-types.ts";

export type { Flow, Operation, Plan } from "./plan-types.ts";

export type Language = "en" | "zh";
export type GuardMode = "off" | "warn" | "block";
/** How long a read stays good: for the turn, or as long as its text is in the conversation. */
export type ReadScope = "turn" | "context";
/** What happens to a write into the bank that the user did not ask for. */
export type ApprovalMode = "off" | "warn" | "block";
/** Who writes into the bank: any agent, or one alone. */
export type WriterMode = "direct" | "subagent";
export type RiskLevel = "low" | "medium" | "high";
export type RuleName =
  | "recover-after-compaction"
  | "read-before-write"
  | "guard-memory-files"
  | "keep-user-blocks"
  | "keep-secrets-out"
  | "leave-writing-to-writer"
  | "ask-before-saving";

/** A file as the core sees it: symlinks, `..`, letter case and separators are settled already. */
export interface Target {
  /** Relative to the project root with `/`; absolute when the file is outside the project. */
  readonly path: string;
  /** The name it was given in the project, where a link leads from there to `path`. */
  readonly alias?: string | undefined;
  readonly place: "bank" | "project" | "outside";
  /** Path inside the bank, for a file that is one of its docs by location or by name. */
  readonly doc: string | undefined;
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
  /** Everything below a folder changes. */
  | "change-tree";

export interface Write {
  readonly target: Target;
  readonly effect: WriteEffect;
  /** The words of a shell command that cause it; empty for a structured tool. */
  readonly words: string;
  /** What a structured tool does to a doc's text. */
  readonly change?: DocChange | undefined;
}

export interface DocChange {
  /** Its text now; undefined for a new doc. */
  readonly before: string | undefined;
  /** Its text afterwards; undefined where only running the tool tells. */
  readonly after: string | undefined;
  /** The text that the call brings in. */
  readonly brings: string;
}

export interface Read {
  readonly target: Target;
  /** True when success alone proves that the text was shown from its first to its last line. */
  readonly whole: boolean;
}

/** A host's tool call in neutral form. Rules see neither host tool names nor shell syntax. */
export interface ToolCall {
  readonly via: "tool" | "shell";
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  /** The words of a write whose target cannot be told before it runs. */
  readonly unknownWrite: string | undefined;
  /** The words of something that names the bank, may write, and goes on after the call has returned. */
  readonly lateWrite: string | undefined;
  /** Something runs whose effect on the bank only shows afterwards. */
  readonly effectCheck: EffectCheck | undefined;
  /** The words of a command of our own that rebuilds the bank. */
  readonly refreshesBank: string | undefined;
  /** The agent that the call hands work to. */
  readonly delegatesTo: string | undefined;
}

export interface EffectCheck {
  /** The part of the command that may do it. */
  readonly words: string;
  /** Undone when it is the agent's own words or names the bank; a program of the project is only reported. */
  readonly undo: boolean;
  /** Git on the whole tree may have brought in versions of its own. */
  readonly runsGit: boolean;
  /** A part of it goes on after the call has returned. */
  readonly lingers: boolean;
}

/** What a command did to the bank, and what became of it. */
export interface Effect {
  readonly words: string;
  /** Docs that are as they were, and the incident that keeps both versions. */
  readonly undone: readonly string[];
  readonly kept: string | undefined;
  /** Docs that stay changed. */
  readonly changed: readonly string[];
  /** Why a change that should have been undone was not. */
  readonly problem: string | undefined;
}

/** Lines that were shown, 1-based and inclusive. An empty file is `from 1 to 0 of 0`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** Lines of the whole file, where the reader said so. */
  readonly total: number | undefined;
}

/** When a text came into the conversation, and by which call: the host may take that call's text out again. */
export interface Origin {
  readonly at: number;
  readonly call: string | undefined;
}

/** What happened in a session, in the order of its history. */
export type SessionEvent =
  | { readonly kind: "turn-started" }
  | {
      readonly kind: "doc-read";
      readonly doc: string;
      readonly lines: LineRange | "whole";
      readonly origin?: Origin | undefined;
    }
  | {
      readonly kind: "memory-reader-returned";
      /** The docs of a task that it read for this session. */
      readonly anchors?: readonly string[];
      readonly origin?: Origin | undefined;
      /** `5/6` of its quotes are in the files that it names; for the log alone. */
      readonly verified?: string | undefined;
    }
  /** It works in the background; its answer comes later, as a message of the host's. */
  | { readonly kind: "memory-reader-started"; readonly worker: string }
  | {
      readonly kind: "worker-returned";
      /** The session that it worked in. */
      readonly worker: string;
      readonly origin?: Origin | undefined;
      /** As above, where the work was memory-reader's. */
      readonly verified?: string | undefined;
    }
  /** The host took the results of these calls out of the conversation. */
  | { readonly kind: "text-left"; readonly calls: ReadonlySet<string> }
  | { readonly kind: "told"; readonly topic: string }
  /** A compaction that succeeded, known by its summary. */
  | { readonly kind: "compacted"; readonly summary: string }
  /** The agent that the latest message of this session is for. */
  | { readonly kind: "agent-changed"; readonly agent: string | undefined }
  | ProposalEvent;

export interface ShownRange {
  readonly from: number;
  /** Infinity where the doc was shown to its end, wherever that is. */
  readonly to: number;
  readonly origin: Origin | undefined;
}

/** Which lines of one doc were shown. */
export interface Coverage {
  readonly ranges: readonly ShownRange[];
  readonly total: number | undefined;
}

/** State of a session: nothing but a fold of its events. */
export interface Session {
  readonly readScope: ReadScope;
  readonly turn: number;
  readonly reads: ReadonlyMap<string, Coverage>;
  readonly memoryReader: { readonly origin: Origin | undefined } | undefined;
  /** Sessions in which memory-reader works for this one in the background. */
  readonly awaited: readonly string[];
  /** What the model has been told in this turn: a rule's name, or the guideline of a doc. */
  readonly told: ReadonlySet<string>;
  /** Docs that tell what the task is, as this session read them: the latest last. */
  readonly anchors: readonly string[];
  /** Set from a compaction until the task's docs were read again. */
  readonly recovery: Recovery | undefined;
  /** The summary of the latest compaction. */
  readonly summary: string | undefined;
  /** The agent that acts in it; undefined where the host did not say. */
  readonly agent: string | undefined;
  readonly proposals: Proposals;
  /** Docs that were written in it, the latest last. */
  readonly wrote: readonly string[];
  /** The session that started this one as a subagent: what it has read counts here too. */
  readonly parent: Session | undefined;
}

export interface Recovery {
  /** The anchors when the compaction came; none means that the entry and the conventions stand in. */
  readonly anchors: readonly string[];
  /** What was read since, across turns. */
  readonly reads: ReadonlyMap<string, Coverage>;
}

/** A doc that is there and can be read. */
export interface ExistingDoc {
  readonly doc: string;
  /** The doc's path as the agent's tools take it. */
  readonly address: string;
}

/** What the rules may know of the bank. Implementations may look it up only when it is asked for. */
export interface Bank {
  /** The doc that must be read before a risky write; absent when the bank has none. */
  readonly conventions: Conventions | undefined;
  readonly language: Language;
  /** Those of the docs that can be read. */
  existing(docs: readonly string[]): readonly ExistingDoc[];
}

export interface Conventions {
  readonly doc: string;
  /** The doc's path as the agent's tools take it. */
  readonly address: string;
  /** The prompt carries the doc uncut, so the agent has it in front of it. */
  readonly inPrompt: boolean;
  /** When the file last changed, in milliseconds. */
  readonly changedAt: number;
}

export interface Risk {
  readonly level: RiskLevel;
  readonly because: RiskReason;
}

export type RiskReason =
  | { readonly kind: "no-write" }
  | { readonly kind: "ordinary-file" }
  | { readonly kind: "sensitive-file"; readonly path: string }
  | { readonly kind: "several-files"; readonly count: number }
  | { readonly kind: "shell-write"; readonly path: string }
  | { readonly kind: "unknown-target"; readonly words: string };

/** `because` is logged: it names files and rules, never the words of a command or of a doc. */
export type Verdict =
  | { readonly kind: "pass"; readonly because: string }
  | { readonly kind: "warn"; readonly because: string; readonly notice: string }
  | { readonly kind: "refuse"; readonly because: string; readonly message: string };

export type Decision =
  | { readonly kind: "allow" }
  | { readonly kind: "warn"; readonly rule: RuleName; readonly notice: string }
  | { readonly kind: "refuse"; readonly rule: RuleName; readonly message: string };

export interface TraceStep {
  readonly rule: RuleName;
  readonly verdict: Verdict;
  /** Set when the rule threw and the verdict is the fallback. */
  readonly error: string | undefined;
}

export interface Judgement {
  readonly decision: Decision;
  readonly trace: readonly TraceStep[];
  readonly risk: Risk;
}

/** One line of the decision log. Names and paths only: no text of a file, a command or a message. */
export type LogLine = {
  readonly v: 1;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  /** The session that the user speaks in, where this one is a subagent's. */
  readonly root?: string | undefined;
  readonly turn: number;
} & LogEvent;

/** Lines of the log, in the order in which they came. */
export interface LogPart {
  /** How many came before the first one here, so that each has a number for good. */
  readonly from: number;
  readonly entries: readonly LogLine[];
}

export type LogEvent =
  | { readonly kind: "turn" }
  /** Whole: all of the doc has been shown by now. */
  | { readonly kind: "read"; readonly doc: string; readonly whole: boolean }
  /** memory-reader returned; `5/6` of its quotes are in the files that it names. */
  | { readonly kind: "reader"; readonly verified?: string | undefined }
  | LoggedDecision
  | {
      readonly kind: "effect";
      readonly undone: readonly string[];
      readonly changed: readonly string[];
      readonly kept?: string | undefined;
    }
  | { readonly kind: "restored"; readonly docs: readonly string[] }
  | { readonly kind: "compacted" }
  /** The task's docs were read again after a compaction. */
  | { readonly kind: "recovered" }
  | {
      readonly kind: "proposal";
      readonly state: "reminded" | "offered" | "confirmed" | "declined" | "ignored" | "written";
      readonly target: string;
    }
  | { readonly kind: "applied"; readonly plan: string; readonly flow: Flow };

/** A call that writes, and what was decided about it. */
export interface LoggedDecision {
  readonly kind: "decision";
  /** The host's name of it. */
  readonly tool: string;
  readonly via: ToolCall["via"];
  readonly writes: readonly { readonly path: string; readonly effect: WriteEffect }[];
  /** Writes that are not listed. */
  readonly more?: number | undefined;
  readonly risk: RiskLevel;
  readonly reason: RiskReason["kind"];
  readonly decision: Decision["kind"];
  readonly rule?: RuleName | undefined;
  readonly trace: readonly {
    readonly rule: RuleName;
    readonly verdict: Verdict["kind"];
    readonly because: string;
  }[];
}
