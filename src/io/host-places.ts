import { dirname, join, resolve } from "node:path";
import { DiskError } from "./disk-error.ts";
import type { Surroundings } from "./state-folder.ts";

/** Where OpenCode, started in a directory, looks for its config. Nothing is read here. */
export interface HostPlaces {
  /** The user's files, in the order in which they are read: of several lists of plugins, only the last counts. */
  readonly global: readonly string[];
  /** Further files of the user's. Of these, and of a project's, every list counts. */
  readonly alsoGlobal: readonly string[];
  /** The nearest first. */
  readonly project: readonly string[];
  /** Folders in which OpenCode finds plugin files and skills. */
  readonly globalFolders: readonly string[];
  readonly projectFolders: readonly string[];
  /** What to make where there is none. */
  readonly newGlobal: string;
  readonly newProject: string;
}

const NAMES = ["opencode.jsonc", "opencode.json"] as const;

export function hostPlaces(machine: Surroundings, directory: string, worktree: string): HostPlaces {
  const user = userFolder(machine);
  const { OPENCODE_CONFIG: file, OPENCODE_CONFIG_DIR: folder } = machine.env;
  const extra = [
    ...(machine.home === undefined ? [] : [join(machine.home, ".opencode")]),
    ...(folder ? [resolve(directory, folder)] : []),
  ];
  const folders = foldersUp(directory, worktree);
  const projectFolders = folders.map((at) => join(at, ".opencode"));
  return {
    global: ["config.json", "opencode.json", "opencode.jsonc"].map((name) => join(user, name)),
    alsoGlobal: [...(file ? [resolve(directory, file)] : []), ...extra.flatMap(configsIn)],
    project: folders.flatMap((at) => [...configsIn(at), ...configsIn(join(at, ".opencode"))]),
    globalFolders: [user, ...extra],
    projectFolders: projectFolders.filter((at) => !extra.includes(at)),
    newGlobal: join(user, NAMES[0]),
    newProject: join(folders.at(-1) ?? directory, NAMES[0]),
  };
}

/** OpenCode keeps to this on every system. */
export function userFolder({ env, home }: Surroundings): string {
  const base = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  if (base) return join(base, "opencode");
  const message = "there is no home folder to look for OpenCode's config in. Set HOME";
  throw new DiskError("no-home", "", message);
}

/** From the directory up to the root of the work tree; without git, the directory alone. */
export function foldersUp(directory: string, worktree: string): string[] {
  const folders = [directory];
  if (worktree === "/") return folders;
  for (let at = directory; at !== worktree && dirname(at) !== at; at = dirname(at))
    folders.push(dirname(at));
  return folders.includes(worktree) ? folders : [directory];
}

function configsIn(folder: string): string[] {
  return NAMES.map((name) => join(folder, name));
}
