/** The vocabulary of proposals. It imports nothing. */

/** Docs of the bank. A folder ends in `/` and stands for every doc in it. */
export type Docs = readonly string[] | "any";

/** What the agent asks the user for: to save something, or to apply a plan. */
export interface Offer {
  readonly targets: readonly string[];
  readonly points: readonly string[];
  readonly plan?: string;
}

/** What the user has agreed to, in so many words: docs that may be saved, or a plan that may be applied. */
export interface Grant {
  readonly by: "offer" | "request";
  readonly docs: Docs;
  readonly plan: string | undefined;
  readonly points: readonly string[];
  /** The user said more than yes. */
  readonly isMixed: boolean;
  /** Docs that were written under it. */
  readonly written: readonly string[];
  /** It was given in the turn before this one. */
  readonly isOld: boolean;
}

/** Where the proposals of a root session stand. */
export interface Proposals {
  /** A user speaks in this session: nobody does in a subagent's. */
  readonly hasUser: boolean;
  /** The model is not reminded in this turn: it is about the bank, or the user has just answered or ignored an offer. */
  readonly isQuiet: boolean;
  /** Files of the project that were written in this turn, and those that the model was reminded of, or whose offer was declined. */
  readonly changed: readonly string[];
  readonly settledFiles: readonly string[];
  /** The offer of the last assistant message: the next message answers or ignores it. */
  readonly pending: Offer | undefined;
  /** The latest offer, where it had been made before. */
  readonly repeated: Offer | undefined;
  readonly grants: readonly Grant[];
  /** Keys of the offers that were made, the latest last. */
  readonly offered: readonly string[];
  /** The latest plan that was made here and not applied. */
  readonly plan: MadePlan | undefined;
  /** Docs of the plans that were applied: to enrich them is part of the plan. */
  readonly planned: readonly string[];
}

export interface MadePlan {
  readonly id: string;
  /** It was made in this turn. */
  readonly isNew: boolean;
}

/** What an event did to the proposals of its session. */
export interface ProposalNews {
  readonly state: "reminded" | "offered" | "confirmed" | "declined" | "ignored" | "written";
  readonly target: string;
}

/** A choice that the host offered to the user. */
export interface AnswerOption {
  readonly label: string;
  readonly description: string;
}

/** What proposals are made of. Texts are the user's and the agent's own; nothing that a tool or a file says is among them. */
export type ProposalEvent =
  /** A message of the root session's user. */
  | { readonly kind: "user-spoke"; readonly text: string }
  /** What the agent said last before somebody else spoke. The fold of the session adds it. */
  | { readonly kind: "turn-ended"; readonly text: string }
  /** The user chose or typed these answers to a question that the agent asked through the host. */
  | {
      readonly kind: "question-answered";
      readonly question: string;
      readonly options: readonly AnswerOption[];
      readonly answers: readonly string[];
    }
  /** A file of the project was written. */
  | { readonly kind: "file-written"; readonly path: string }
  | { readonly kind: "doc-written"; readonly doc: string }
  /** A plan was made and given to the agent to show. */
  | { readonly kind: "plan-made"; readonly plan: string }
  | { readonly kind: "plan-applied"; readonly docs: readonly string[] };
