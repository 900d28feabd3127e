/** The vocabulary of all layers. This file imports only the files that it is made of. */

import type { LineRange, ToolCall, WriteEffect } from "./call-types.ts";
import type { Flow } from "./plan-types.ts";
import type { ProposalEvent, ProposalNews, Proposals } from "./proposal-types.ts";

export type * from "./call-types.ts";
export type * from "./plan-types.ts";
export type * from "./proposal-types.ts";

export type Language = "en" | "zh";
/** A text for readers, in both languages. */
export type Text = Readonly<Record<Language, string>>;
export type GuardMode = "off" | "warn" | "block";
/** How long a read counts: for the turn, or as long as its text is in the conversation. */
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

/** How agents of a host do what our texts ask for, in that host's own words. Words in braces are filled in. */
export interface HostWords {
  /** The call that shows the doc `{address}`, from its first line or from `{line}` on. */
  readonly read: string;
  readonly readFrom: string;
  /** The call that hands work to `{agent}`, and the same with `{description}` and `{prompt}`. */
  readonly delegate: string;
  readonly delegateWork: string;
  /** The tools that write docs, as a part of a sentence. */
  readonly writeTools: Text;
  /** The write tool that changes a part of a doc. */
  readonly editTool: string;
  /** The instruction files at the project's root that the host loads by itself: the first one that exists. */
  readonly ownInstructions: readonly string[];
  /** What the user types to build or to refresh the bank. */
  readonly refresh: string;
  /** The call by which the agent makes a plan for the bank, and the one that applies `{plan}`. */
  readonly plan: string;
  readonly apply: string;
}

/** What happened to the bank, and what became of it. */
export interface Effect {
  /** The name of the command that did it; empty for a structured tool, undefined if no call of the agent did it. */
  readonly words: string | undefined;
  /** Docs that were put back. */
  readonly undone: readonly string[];
  /** The incident that keeps both versions. */
  readonly kept: string | undefined;
  /** Docs that stay changed. */
  readonly changed: readonly string[];
  /** Why a change that should have been undone was not. */
  readonly problem: string | undefined;
  readonly trace: readonly ChangeStep[];
}

/** A change of a doc that has happened, and what was decided about it. */
export interface ChangeStep {
  readonly doc: string;
  readonly rule: RuleName;
  /** `keep`: nothing to say; `report`: the change stays and is told; `put-back`: the change is undone. */
  readonly verdict: "keep" | "report" | "put-back";
  /** Logged, like the `because` of a verdict. */
  readonly because: Text;
}

/** A change as it is logged: its reason in the bank's language only. */
export type LoggedChange = Omit<ChangeStep, "because"> & { readonly because: string };

/** When a text came into the conversation, and by which call: the host may take that call's text out again. */
export interface Origin {
  readonly at: number;
  readonly call: string | undefined;
}

/** What happened in a session, in the order of its history. */
export type SessionEvent =
  | { readonly kind: "turn-started" }
  /** The model is asked to go on with the conversation: what it said before was said in the middle. */
  | { readonly kind: "request-began" }
  /** A text that the agent wrote, other than a summary. */
  | { readonly kind: "said"; readonly text: string }
  /** The agent calls a tool: its turn goes on. */
  | { readonly kind: "called" }
  | {
      readonly kind: "doc-read";
      readonly doc: string;
      readonly lines: LineRange | "whole";
      readonly origin?: Origin | undefined;
    }
  | {
      readonly kind: "memory-reader-returned";
      /** The docs that memory-reader read whole for this session. */
      readonly read: readonly string[];
      readonly origin?: Origin | undefined;
      /** `5/6` of its quotes are in the files that it names; for the log alone. */
      readonly verified?: string | undefined;
    }
  /** memory-reader works in the background; its answer comes later, as a message of the host's. */
  | { readonly kind: "memory-reader-started"; readonly worker: string }
  | {
      readonly kind: "worker-returned";
      /** The session that the worker worked in. */
      readonly worker: string;
      readonly read: readonly string[];
      readonly origin?: Origin | undefined;
      /** As above, if the worker was memory-reader. */
      readonly verified?: string | undefined;
    }
  /** The host took the results of these calls out of the conversation. */
  | { readonly kind: "text-left"; readonly calls: ReadonlySet<string> }
  | { readonly kind: "told"; readonly topic: string }
  /** A compaction that succeeded, known by its summary. */
  | { readonly kind: "compacted"; readonly summary: string }
  /** A file or folder of the project that was not there before. Recorded only live: see `Session.created`. */
  | { readonly kind: "file-created"; readonly path: string }
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

/** State of a session: nothing but a fold of its events, except for `created` and `startedAt`. */
export interface Session {
  readonly readScope: ReadScope;
  readonly turn: number;
  readonly reads: ReadonlyMap<string, Coverage>;
  /** memory-reader's last answer that rests on a doc besides the entry; counts as long as it is in the conversation. */
  readonly reader: Coverage | undefined;
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
  /** The agent that acts in the session; undefined if the host did not say. */
  readonly agent: string | undefined;
  readonly proposals: Proposals;
  /** What the agent said last, as long as that may be the end of its turn. */
  readonly said: string;
  /** The request under way has called a tool: its text, which may come later, is not the end of the turn. */
  readonly isCalling: boolean;
  /** Docs that were written in the session, the latest last. */
  readonly wrote: readonly string[];
  /** Files of the project that the session wrote: a script among them is the agent's own words. */
  readonly files: readonly string[];
  /** When this process first heard of the session, in milliseconds: files that the host loads by itself are as old. */
  readonly startedAt: number;
  /** What it or a subagent of it made, as far as this process saw it: after a restart, fewer files count as its own. */
  readonly created: ReadonlySet<string>;
  /** The session that started this one as a subagent: what it has read counts here too. */
  readonly parent: Session | undefined;
}

export interface Recovery {
  /** The anchors when the compaction came; if there are none, the entry and the conventions stand in. */
  readonly anchors: readonly string[];
  /** What was read since the compaction, across turns. */
  readonly reads: ReadonlyMap<string, Coverage>;
}

export interface ExistingDoc {
  /** Its path inside the bank; a file of the project has its path from the bank's folder, such as `../CONTRIBUTING.md`. */
  readonly doc: string;
  /** The doc's path as the agent's tools take it. */
  readonly address: string;
}

/** What the rules may know of the bank. Implementations may look it up only when it is asked for. */
export interface Bank {
  /** The bank's path from its project's folder: what people and messages call it. */
  readonly name: string;
  /** What must be read before a risky write; empty where nothing is recorded or linked: then there is no gate. */
  readonly conventions: readonly Conventions[];
  readonly language: Language;
  /** What to read besides the conventions if the task is unknown: the entry and the doc of the focus. */
  readonly startingDocs: readonly ExistingDoc[];
  /** The given docs that can be read. */
  existing(docs: readonly string[]): readonly ExistingDoc[];
}

/** What a message needs to speak of the bank. */
export type NamedBank = Pick<Bank, "name" | "language">;

/** A doc of the bank, or a file of the project that a doc links under `Also binding`. */
export interface Conventions extends ExistingDoc {
  /** The host itself puts the file into the model's context when a session starts. */
  readonly isLoadedByHost: boolean;
  /** When the file last changed, in milliseconds. */
  readonly changedAt: number;
}

export interface Risk {
  readonly level: RiskLevel;
  readonly because: RiskReason;
}

export type RiskReason =
  | { readonly kind: "no-write" }
  /** One file by a structured tool, the bank, or files that are new, made by this session, ignored by git or generated. */
  | { readonly kind: "ordinary-file" }
  | { readonly kind: "sensitive-file"; readonly path: string }
  | { readonly kind: "several-files"; readonly count: number }
  | { readonly kind: "shell-write"; readonly path: string };

/** Why a call may not pass as it is. Both texts name files and rules, never the words of a command or of a doc. */
export interface Objection {
  /** For everybody: the log, `explain`, toasts and the model. */
  readonly because: Text;
  /** For the model. */
  readonly next: Text;
}

export type Verdict =
  | { readonly kind: "pass"; readonly because: Text }
  | ({ readonly kind: "warn" | "refuse" } & Objection);

export type Decision =
  | { readonly kind: "allow" }
  | { readonly kind: "warn"; readonly rule: RuleName; readonly notice: Notice }
  | { readonly kind: "refuse"; readonly rule: RuleName; readonly message: string };

/** What the model is told beside a result, or in its next request. */
export interface Notice {
  readonly text: string;
  /** Said once a turn under this topic; undefined if it is said each time. */
  readonly topic: string | undefined;
}

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

/** One line of the decision log. Names, titles and paths only: no text of a file, a command or a message. */
export type LogLine = {
  readonly v: 2;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  /** The session that the user speaks in, if this one is a subagent's. */
  readonly root?: string | undefined;
  readonly turn: number;
} & LogEvent;

/** Lines of the log, in the order in which they came. */
export interface LogPart {
  /** How many lines came before the first one here, so that each line has a fixed number. */
  readonly from: number;
  readonly entries: readonly LogLine[];
}

export type LogEvent =
  | { readonly kind: "turn" }
  /** The host has given the session this name. */
  | { readonly kind: "titled"; readonly title: string }
  /** `whole`: all of the doc has been shown by now. */
  | { readonly kind: "read"; readonly doc: string; readonly whole: boolean }
  /** memory-reader returned; `5/6` of its quotes are in the files that it names. */
  | { readonly kind: "reader"; readonly verified?: string | undefined }
  | LoggedDecision
  /** Our own failure kept a call from being judged; `ran`: the call ran all the same. */
  | { readonly kind: "unjudged"; readonly ran: boolean }
  | {
      readonly kind: "effect";
      readonly undone: readonly string[];
      readonly changed: readonly string[];
      readonly kept?: string | undefined;
      readonly trace?: readonly LoggedChange[] | undefined;
    }
  | {
      readonly kind: "restored";
      readonly docs: readonly string[];
      readonly trace?: readonly LoggedChange[] | undefined;
    }
  | { readonly kind: "compacted" }
  /** The task's docs were read again after a compaction. */
  | { readonly kind: "recovered" }
  | ({ readonly kind: "proposal" } & ProposalNews)
  | { readonly kind: "applied"; readonly plan: string; readonly flow: Flow };

/** A call that writes, and what was decided about it. */
export interface LoggedDecision {
  readonly kind: "decision";
  /** What the host calls the tool. */
  readonly tool: string;
  readonly via: ToolCall["via"];
  readonly writes: readonly { readonly path: string; readonly effect: WriteEffect }[];
  /** How many writes are not listed. */
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
