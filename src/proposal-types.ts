/** The vocabulary of proposals. It imports nothing. */

/** Docs of the bank. A folder ends in `/` and stands for every doc in it. */
export type Docs = readonly string[] | "any";

/** What the agent asks the user for: to save something, and where; or to apply a plan. */
export interface Offer {
  readonly docs: Docs;
  /** Undefined for a plan. */
  readonly content: string | undefined;
  readonly plan?: string | undefined;
}

/** The user has said yes to an offer, or has asked for a save without one: then it has no content. */
export interface Grant extends Offer {
  /** Those of the docs that were not written yet. */
  readonly open: Docs;
  /** The grant was given in the turn before this one. */
  readonly isOld: boolean;
}

/** Where the proposals of a root session stand. */
export interface Proposals {
  /** Whether a user speaks in this session, which is never so in a subagent's. */
  readonly hasUser: boolean;
  /** The model is not reminded in this turn: it is about the bank, or the user has just answered or ignored an offer. */
  readonly isQuiet: boolean;
  /** Files of the project that were written in this turn, and those that the model was reminded of, or whose offer was declined. */
  readonly changed: readonly string[];
  readonly settledFiles: readonly string[];
  /** What the last assistant message asks for: the next message answers or ignores it. */
  readonly pending: Offer | undefined;
  readonly grants: readonly Grant[];
  /** The plan that was made here last and was not applied. */
  readonly plan: string | undefined;
  /** Docs of the plans that were applied: to enrich them is part of the plan. */
  readonly planned: readonly string[];
}

/** What an event did to the proposals of its session. */
export interface ProposalNews {
  readonly state: "reminded" | "offered" | "confirmed" | "declined" | "ignored" | "written";
  readonly target: string;
}

/** What proposals are made of. Texts are only the user's and the agent's own, never those of a tool or a file. */
export type ProposalEvent =
  /** A message of the root session's user. */
  | { readonly kind: "user-spoke"; readonly text: string }
  /** What the agent said last before somebody else spoke. The fold of the session adds it. */
  | { readonly kind: "turn-ended"; readonly text: string }
  | ({ readonly kind: "question-answered" } & AnsweredQuestion)
  /** A file of the project was written. */
  | { readonly kind: "file-written"; readonly path: string }
  | { readonly kind: "doc-written"; readonly doc: string }
  /** A plan was made and given to the agent to show. */
  | { readonly kind: "plan-made"; readonly plan: string }
  | { readonly kind: "plan-applied"; readonly docs: readonly string[] };

/** What the user chose or typed for a question that the agent asked through the host. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly answers: readonly string[];
}
