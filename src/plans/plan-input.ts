import type { Flow, Language, Operation } from "../types.ts";
import type { ProjectFacts } from "../scan/facts.ts";

/** The bank as planners see it. Texts are looked up only when they are asked for. */
export interface BankFiles {
  /** The bank's path from its project's folder. */
  readonly name: string;
  readonly exists: boolean;
  /** Regular files, sorted, with `/`. */
  readonly paths: readonly string[];
  /** Undefined for a file that does not exist or is not text. */
  readonly read: (path: string) => string | undefined;
  /** The hash of a file's bytes. */
  readonly hash: (path: string) => string;
  /** The first heading of a doc; empty if it has none. */
  readonly title: (path: string) => string;
}

export interface PlanInput {
  readonly bank: BankFiles;
  readonly facts: ProjectFacts;
  /** The project's name if its files do not say one. */
  readonly projectName: string;
  /** Whether a path from the project's root leads to a file or a folder. */
  readonly isInProject: (path: string) => boolean;
  readonly language: Language;
  /** As `2026-11-15`. */
  readonly today: string;
  /** Keep a focus or snapshot that 0.2.0 copied; by default refresh replaces it with a pointer. */
  readonly keepsCopies?: boolean;
}

/** What a flow would do, or why it cannot run. */
export type Planned =
  | {
      readonly kind: "plan";
      readonly flow: Flow;
      readonly operations: readonly Operation[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "abort"; readonly flow: Flow; readonly problem: string };
