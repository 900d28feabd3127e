import type { Language, Text } from "../types.ts";
import type { LinkProblem } from "../bank/live-links.ts";
import type { ContextInput } from "../bank/render-context.ts";

/** What a check of a bank looks at. Everything expensive is looked up only when it is asked for. */
export interface CheckInput {
  /** The bank's path from its project's folder. */
  readonly bankName: string;
  /** Everything in the bank except folders, sorted by path. */
  readonly files: readonly BankFile[];
  readonly project: ProjectLookup;
  /** What the prompt block needs besides the entry. */
  readonly prompt: PromptShape;
  readonly language: Language;
  /** As `2026-11-15`. */
  readonly today: string;
}

export interface BankFile {
  /** Inside the bank, with `/`. */
  readonly path: string;
  readonly read: () => FileContent;
}

export type FileContent =
  | { readonly kind: "text"; readonly text: string }
  /** Not a doc, or a doc beyond the number that is read at once. */
  | { readonly kind: "unread" }
  /** A link to a place inside the bank, which is checked under its own name, or to a file that is not a doc. */
  | { readonly kind: "link" }
  | { readonly kind: "unreadable"; readonly reason: Text };

/** Paths are relative to the folder that holds the bank, with `/`. */
export interface ProjectLookup {
  /** Whether the path leads to a file or a folder, or to one that git ignores, because a build may make it. */
  readonly exists: (path: string) => boolean;
  /** The paths that git's history has deleted; none where git is not asked. */
  readonly once: (paths: readonly string[]) => ReadonlySet<string>;
  /** The paths that git knows in a folder further down, or in a part that is not checked out. */
  readonly elsewhere: (paths: readonly string[]) => ReadonlySet<string>;
  /** Why a link of a doc in this folder of the bank is not followed. `mayBeFolder`: it may lead to a folder of docs. */
  readonly problemOf: (
    folder: string,
    link: string,
    mayBeFolder: boolean,
  ) => LinkProblem | undefined;
  /** Docs, as paths inside the bank, that git has not merged yet. */
  readonly unmerged: () => readonly string[];
}

export type PromptShape = Pick<
  ContextInput,
  | "entryAddress"
  | "bankAddress"
  | "conventions"
  | "readPointer"
  | "guardMode"
  | "readScope"
  | "words"
  | "maxChars"
>;
