/** Where a value is: in data, keys joined by dots (`*` is any key); in text, a pattern's groups. */
export type Where = string | RegExp | readonly [block: RegExp, each: RegExp];
export type Field = readonly [file: RegExp, where: Where];

/** A file that must exist, and what its text must match. */
export type Sign = readonly [file: RegExp, says?: RegExp];

export interface Language {
  readonly name: string;
  /** One of these signs is enough; without signs, the manifest is enough. */
  readonly signs?: readonly Sign[];
  readonly version?: readonly Field[];
}

/** How one ecosystem describes a project. Of a list of alternatives, the first one found counts. */
export interface Ecosystem {
  /** Rows of one kind may be members of each other's workspaces. */
  readonly kind: string;
  readonly manifests: readonly Sign[];
  /** If this file exists, another row describes the folder. */
  readonly unless?: RegExp;
  readonly name?: readonly Field[];
  readonly description?: readonly Field[];
  readonly languages: readonly Language[];
  /** What runs the project: reported only with a version. */
  readonly runtimes?: readonly Language[];
  /** What the project needs to run. */
  readonly packages?: readonly Field[];
  /** What is needed only to work on the project. */
  readonly dev?: readonly Field[];
  /** What replaces `{run}` in commands; a manager without a name is not reported. */
  readonly managers?: readonly (readonly [name: string, run: string, ...sign: Sign])[];
  /** Members of a workspace. */
  readonly members?: readonly Field[];
  /** Tasks that the project defines, and the program that runs one. */
  readonly tasks?: Field;
  readonly runner?: string;
  /** Commands that exist because of a file; the first for each purpose. `{file}` is the file's name. */
  readonly commands?: readonly (readonly [purpose: string, command: string, ...sign: Sign])[];
}
