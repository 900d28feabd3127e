import type { Language, Text } from "../types.ts";
import type { LinkProblem } from "../bank/live-links.ts";
import type { ContextInput } from "../bank/render-context.ts";

/** What checking a bank looks at. Everything that costs is looked up only when it is asked for. */
export interface CheckInput {
  /** The bank's path from its project's folder. */
  readonly bankName: string;
  /** All that is in the bank but folders, sorted by path. */
  readonly files: readonly BankFile[];
  readonly project: ProjectLookup;
  /** With what the entry is put into the prompt. */
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
  /** No doc, or one beyond the number of those that are read at once. */
  | { readonly kind: "unread" }
  /** To a place inside the bank, where it is looked at by its own name, or to what is no doc. */
  | { readonly kind: "link" }
  | { readonly kind: "unreadable"; readonly reason: Text };

/** Paths are those from the folder that holds the bank, with `/`. */
export interface ProjectLookup {
  /** Whether the path leads to a file or a folder, or to one that git ignores and a build may make. */
  readonly exists: (path: string) => boolean;
  /** Those of the paths that are gone and that git still knows of; none where git is not asked. */
  readonly once: (paths: readonly string[]) => ReadonlySet<string>;
  /** Those of the paths that git knows in some folder further down, or in a part that is not checked out. */
  readonly elsewhere: (paths: readonly string[]) => ReadonlySet<string>;
  /** Why a link of a doc in this folder of the bank is not followed; a folder of Markdown files only where it may be one. */
  readonly problemOf: (
    folder: string,
    link: string,
    mayBeFolder: boolean,
  ) => LinkProblem | undefined;
  /** Docs, inside the bank, that git has not merged yet. */
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
