import type { Command, Place, PlaceKind, ProjectFacts } from "./facts.ts";
import type { ProjectView } from "./view.ts";

/** What one ecosystem's files in one folder say. */
export interface FolderFacts extends Omit<
  ProjectFacts,
  | "readmeLanguage"
  | "services"
  | "folders"
  | "structure"
  | "conventions"
  | "taskFiles"
  | "mentioned"
  | "sources"
  | "problems"
  | "commands"
> {
  /** Which of the readers found this. */
  readonly ecosystem: number;
  /**
   * How much speaks for this ecosystem being the folder's main one. About 4 for a manifest of its own,
   * more for a framework or a workspace; a manifest that only holds tooling counts for little.
   */
  readonly weight: number;
  /** What the manifest says the repository is called: what it is called where its name says nothing. */
  readonly repository: string | undefined;
  /** What the members are, and the file that lists them. */
  readonly membership: { readonly kind: PlaceKind; readonly source: string } | undefined;
  /** Folders that the manifest, or the layout that its build prescribes, gives a meaning. */
  readonly places: readonly Place[];
  /** There is nothing to run: what it would install is of use only to something else. */
  readonly isIdle: boolean;
  /** Tasks that the project has written down. */
  readonly commands: readonly Command[];
  /** Commands that exist because of the kind of manifest, or of a tool's settings. */
  readonly implied: readonly Command[];
}

export type Reader = (view: ProjectView) => FolderFacts | undefined;

export function createFolderFacts(
  parts: Partial<FolderFacts> & Pick<FolderFacts, "weight">,
): FolderFacts {
  return {
    name: undefined,
    repository: undefined,
    ecosystem: -1,
    isIdle: false,
    membership: undefined,
    places: [],
    description: undefined,
    languages: [],
    runtimes: [],
    frameworks: [],
    tools: [],
    packageManagers: [],
    workspaces: [],
    commands: [],
    implied: [],
    ...parts,
  };
}
