/** Where something stands: in data, keys with dots between them (`*` is any key); in text, a pattern's groups. */
export type Where = string | RegExp | readonly [block: RegExp, each: RegExp];
export type Field = readonly [file: RegExp, where: Where];

/** A file that is there, and what its text says. */
export type Sign = readonly [file: RegExp, says?: RegExp];

export interface Language {
  readonly name: string;
  /** One of these tells it; without signs, the manifest alone does. */
  readonly signs?: readonly Sign[];
  readonly version?: readonly Field[];
}

/** How one ecosystem says what a project is. Of a list of alternatives the first that is there counts. */
export interface Ecosystem {
  /** Rows of one kind may be members of each other's workspaces. */
  readonly kind: string;
  readonly manifests: readonly Sign[];
  /** Where this file is there, another row speaks for the folder. */
  readonly unless?: RegExp;
  readonly name?: readonly Field[];
  readonly description?: readonly Field[];
  readonly languages: readonly Language[];
  readonly runtimes?: readonly (readonly [name: string, version: Field])[];
  /** What it needs to run. */
  readonly packages?: readonly Field[];
  /** What only those need who work on it. */
  readonly dev?: readonly Field[];
  /** What stands for `{run}` in commands; a manager without a name is no fact. */
  readonly managers?: readonly (readonly [name: string, run: string, ...sign: Sign])[];
  /** Members of a workspace. */
  readonly members?: readonly Field[];
  /** Tasks that the project has written down, and the program that runs one. */
  readonly tasks?: Field;
  readonly runner?: string;
  /** Commands that exist because of a file; of each purpose the first. `{file}` is the file's name. */
  readonly commands?: readonly (readonly [purpose: string, command: string, ...sign: Sign])[];
}
