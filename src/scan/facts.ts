import type { Language, Text } from "../types.ts";

/** A file of the project as far as it was read. */
export interface ScannedFile {
  /** Relative to the scanned folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The file goes on beyond `text`. */
  readonly isCut: boolean;
}

/** Something that a file of the project declares, and the file that says so. */
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

export interface Service {
  readonly kind: "ci" | "container" | "compose-service";
  readonly name: string;
  /** The image of a compose service, where it is public and written out. */
  readonly image?: string | undefined;
  readonly source: string;
}

export type FolderRole =
  | "source"
  | "apps"
  | "packages"
  /** One package of several: it has its own manifest or is declared as a member. */
  | "package"
  | "services"
  | "server"
  | "api"
  | "client"
  | "commands"
  | "internal"
  | "tests"
  | "docs"
  | "examples"
  | "scripts"
  | "config"
  | "database"
  | "infrastructure"
  | "benchmarks";

export interface Folder {
  readonly path: string;
  readonly role: FolderRole;
}

/** What a folder holds: in the project's own words, or as its build is told. */
export type PlaceKind =
  | "words"
  | "namespace"
  | "source"
  | "tests"
  | "examples"
  | "benchmarks"
  /** Parts that one build or workspace holds together. */
  | "modules"
  | "projects"
  | "crates"
  | "packages";

export interface Place {
  /** Folders, or globs of them; more than one only of parts. */
  readonly paths: readonly string[];
  readonly kind: PlaceKind;
  /** What is said of it, or the name of what it is the source of. */
  readonly words?: string | undefined;
  readonly source: string;
}

/** A file whose tasks are all known. */
export interface TaskFile {
  readonly path: string;
  readonly tasks: readonly string[];
}

/** How things are done here: the project's own words, or what the settings of a tool say. */
export interface Convention {
  readonly words: Text;
  readonly source: string;
  /** The heading that the words stand below. */
  readonly section?: string | undefined;
}

export interface Source {
  readonly path: string;
  readonly isCut: boolean;
}

/**
 * What the project's own files say about it: plain data in a fixed order. What they do not say is
 * absent. Every text is a single line without markup or HTML comments, and of bounded length.
 */
export interface ProjectFacts {
  /** The manifest's name of the project; the folder's name is the caller's to know. */
  readonly name: string | undefined;
  /** The manifest's description, else the first sentence of the README. */
  readonly description: string | undefined;
  /** What the README is written in, where it is one of our languages. */
  readonly readmeLanguage: Language | undefined;
  /** The main one first; the same holds for every list below. */
  readonly languages: readonly Fact[];
  /** What runs it, where a version is declared: Node.js, Bun, Deno. */
  readonly runtimes: readonly Fact[];
  readonly frameworks: readonly Fact[];
  /** What it is built, tested and checked with. */
  readonly tools: readonly Fact[];
  readonly packageManagers: readonly Fact[];
  /** Members of a workspace, as globs or folders. */
  readonly workspaces: readonly string[];
  readonly commands: readonly Command[];
  readonly services: readonly Service[];
  readonly folders: readonly Folder[];
  /** Which folders hold what, as manifests and the README say. */
  readonly structure: readonly Place[];
  readonly conventions: readonly Convention[];
  readonly taskFiles: readonly TaskFile[];
  /** Known frameworks and tools that a file has a package of, though it may not be worth a row. */
  readonly mentioned: readonly string[];
  /** The files that were read. */
  readonly sources: readonly Source[];
  /** Files that were there and contributed nothing, each with the reason. */
  readonly problems: readonly string[];
}
