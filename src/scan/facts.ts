import type { Language } from "../types.ts";

/** A file of the project as far as it was read. */
export interface ScannedFile {
  /** Relative to the scanned folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The file goes on after `text`. */
  readonly isCut: boolean;
}

/** Something that a file of the project declares, and that file. */
export interface Fact {
  readonly name: string;
  /** As declared, without the operator of a simple range: `^5.4.2` is `5.4`. */
  readonly version?: string | undefined;
  readonly source: string;
}

export interface Command {
  /** One of PURPOSES, or the task's own name. */
  readonly purpose: string;
  /** To be run in the scanned folder. */
  readonly command: string;
  readonly source: string;
}

/** Folders that are worth a route. */
export type FolderRole = "ci" | "docs" | "packages" | "apps" | "infrastructure" | "database";

export interface Folder {
  readonly path: string;
  readonly role: FolderRole;
}

/** A file all of whose tasks are known. */
export interface TaskFile {
  readonly path: string;
  readonly tasks: readonly string[];
}

/**
 * What the project's own files say about it: plain data in a fixed order. What they do not say is
 * absent. Every text is a single line without markup or HTML comments, and of bounded length.
 */
export interface ProjectFacts {
  /** The project's name in the manifest; the folder's name must come from the caller. */
  readonly name: string | undefined;
  /** The README's first paragraph; if it has none, the manifest's description. */
  readonly description: string | undefined;
  readonly readme: string | undefined;
  /** The README's language, if it is English or Chinese. */
  readonly readmeLanguage: Language | undefined;
  /** The main one first; the same holds for every list below. */
  readonly languages: readonly Fact[];
  /** What runs the project, if a version is declared: Node.js, .NET. */
  readonly runtimes: readonly Fact[];
  readonly frameworks: readonly Fact[];
  /** What the project is built, tested and checked with. */
  readonly tools: readonly Fact[];
  readonly packageManagers: readonly Fact[];
  /** Members of a workspace, by their folders or globs of folders. */
  readonly workspaces: readonly Fact[];
  readonly commands: readonly Command[];
  /** Folders that are worth a route, one for each role. */
  readonly folders: readonly Folder[];
  /** The project's own rule files, at most three; a folder ends in `/`. */
  readonly ruleFiles: readonly string[];
  readonly taskFiles: readonly TaskFile[];
  /** The files that were read whole. */
  readonly sources: readonly string[];
}
