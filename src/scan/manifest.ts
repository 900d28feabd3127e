import type { Command, Fact } from "./facts.ts";
import { toVersion } from "./version.ts";
import type { ProjectView } from "./view.ts";

/** What one ecosystem's files in one folder say. */
export interface Manifest {
  /**
   * How much speaks for this ecosystem being the folder's main one. About 4 for a manifest of its own,
   * more for a framework or a workspace; a manifest that only holds tooling counts for little.
   */
  readonly weight: number;
  /** The file to cite. */
  readonly source: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly languages?: readonly Fact[];
  readonly runtimes?: readonly Fact[];
  /** What it needs to run, and what only those need who work on it. */
  readonly main?: Dependencies;
  readonly dev?: Dependencies;
  /** Tools that show in something else than a dependency. */
  readonly tools?: readonly Fact[];
  readonly managers?: readonly Fact[];
  /** Members of a workspace, as globs or folders. */
  readonly members?: readonly string[];
  /** The file that lists them, where it is another one. */
  readonly membersIn?: string | undefined;
  /** Tasks that the project has written down. */
  readonly tasks?: readonly Command[];
  /** Commands that exist because of the kind of manifest, or of a tool's settings. */
  readonly implied?: readonly Command[];
}

export type Reader = (view: ProjectView) => Manifest | undefined;

/** Direct dependencies by name, with the version as declared. */
export type Dependencies = ReadonlyMap<string, Dependency>;

export interface Dependency {
  readonly version: unknown;
  readonly source: string;
}

/** The name people call something by, and the packages that bring it, by their names in the manifest. */
export type Known = readonly [label: string, ...packages: readonly string[]];

/** What an ecosystem's dependencies may be: what an app is made with, and what it is built and checked with. */
export interface KnownPackages {
  readonly frameworks: readonly Known[];
  readonly tools: readonly Known[];
}

/** The known ones among the dependencies, in the order of the list. */
export function findKnown(known: readonly Known[], dependencies: Dependencies): Fact[] {
  return known.flatMap(([name, ...packages]) => {
    const found = packages.map((each) => dependencies.get(each)).find((each) => each !== undefined);
    return found === undefined
      ? []
      : [{ name, version: toVersion(found.version), source: found.source }];
  });
}

/** Commands of one view, each with the file that shows it. */
export function listCommands(
  view: ProjectView,
  ...rows: readonly (
    | readonly [purpose: string, command: string, file: string | undefined]
    | false
  )[]
): Command[] {
  return rows.flatMap((row) => {
    if (row === false || row[2] === undefined) return [];
    return [{ purpose: row[0], command: row[1], source: view.source(row[2]) }];
  });
}
