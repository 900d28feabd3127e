import { join } from "node:path";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import type { StartPoint } from "../../host.ts";
import { userFolder } from "./host-places.ts";

/** A config of oh-my-opencode's. */
export interface OrchestratorPlace {
  readonly path: string;
  /** It serves several hosts, and has a part for each. */
  readonly isShared: boolean;
}

export interface OrchestratorPlaces {
  /** The ones that win first, in both. A project's wins over the user's. */
  readonly user: readonly OrchestratorPlace[];
  readonly project: readonly OrchestratorPlace[];
  /** What to make where there is none: every version reads it, newer ones move it to their own place. */
  readonly newUser: string;
  readonly newProject: string;
}

const SHARED = ["omo.jsonc", "omo.json"];
const OWN = [
  "oh-my-openagent.jsonc",
  "oh-my-openagent.json",
  "oh-my-opencode.jsonc",
  "oh-my-opencode.json",
];
const NEW = "oh-my-opencode.jsonc";

export function orchestratorPlaces({
  machine,
  directory,
  worktree,
}: StartPoint): OrchestratorPlaces {
  const user = userFolder(machine);
  const custom = machine.env["OPENCODE_CONFIG_DIR"];
  const { home } = machine;
  // The home folder's own `.omo` is the user's, wherever the project is.
  const folders = foldersUp(directory, worktree).filter((folder) => folder !== home);
  return {
    user: [
      ...(home === undefined ? [] : placesIn(join(home, ".omo"), SHARED)),
      ...(custom ? placesIn(custom, OWN) : []),
      ...placesIn(user, OWN),
    ],
    project: folders.flatMap((folder) => [
      ...placesIn(join(folder, ".omo"), SHARED),
      ...placesIn(join(folder, ".opencode"), OWN),
    ]),
    newUser: join(user, NEW),
    newProject: join(folders.at(-1) ?? directory, ".opencode", NEW),
  };
}

function placesIn(folder: string, names: readonly string[]): OrchestratorPlace[] {
  return names.map((name) => ({ path: join(folder, name), isShared: SHARED.includes(name) }));
}

/** Also under its newer name, pinned, or as a file. */
export function isOrchestrator(plugin: string): boolean {
  return (
    /^(?:npm:)?(?:@code-yeongyu\/)?oh-my-open(?:code|agent)(?:@|$)/i.test(plugin) ||
    /^file:.*[\\/]oh-my-open(?:code|agent)(?:[\\/]|$)/i.test(plugin)
  );
}
