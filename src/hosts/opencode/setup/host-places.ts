import { join, resolve } from "node:path";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Scope, StartPoint } from "../../host.ts";

/** Where OpenCode, started in a directory, looks for its config. Nothing is read here. */
export interface HostPlaces {
  /** The user's files, in the order in which they are read: of several lists of plugins, only the last counts. */
  readonly global: readonly string[];
  /** Further files of the user's. Of these, and of a project's, every list counts. */
  readonly alsoGlobal: readonly string[];
  /** The nearest first. */
  readonly project: readonly string[];
  /** The user has switched the configs of projects off. */
  readonly ignoresProject: boolean;
  /** Folders in which OpenCode finds plugin files and skills. */
  readonly globalFolders: readonly string[];
  readonly projectFolders: readonly string[];
  /** What to make where there is none. */
  readonly newGlobal: string;
  readonly newProject: string;
  /** The configs of its terminal interface: every list of plugins counts. */
  readonly terminal: Readonly<Record<Scope, TerminalPlaces>>;
}

export interface TerminalPlaces {
  /** What is read last, or is nearest, first. */
  readonly files: readonly string[];
  readonly fresh: string;
}

const NAMES = ["opencode.jsonc", "opencode.json"] as const;
const TERMINAL_NAMES = ["tui.jsonc", "tui.json"] as const;

export function hostPlaces({ machine, directory, worktree }: StartPoint): HostPlaces {
  const user = userFolder(machine);
  const file = machine.env["OPENCODE_CONFIG"];
  const asked = machine.env["OPENCODE_TUI_CONFIG"];
  const extra = extraFolders(machine, directory);
  const folders = foldersUp(directory, worktree);
  return {
    global: ["config.json", "opencode.json", "opencode.jsonc"].map((name) => join(user, name)),
    alsoGlobal: [...(file ? [resolve(directory, file)] : []), ...extra.flatMap(configsIn)],
    project: folders.flatMap((at) => [...configsIn(at), ...configsIn(join(at, ".opencode"))]),
    ignoresProject: /^(?:true|1)$/i.test(machine.env["OPENCODE_DISABLE_PROJECT_CONFIG"] ?? ""),
    globalFolders: [user, ...extra],
    projectFolders: folders.map((at) => join(at, ".opencode")).filter((at) => !extra.includes(at)),
    newGlobal: join(user, NAMES[0]),
    newProject: join(folders.at(-1) ?? directory, NAMES[0]),
    terminal: {
      global: {
        files: [...extra.flatMap(terminalsIn), ...(asked ? [asked] : []), ...terminalsIn(user)],
        fresh: join(user, TERMINAL_NAMES[1]),
      },
      project: {
        files: folders.flatMap((at) => [...terminalsIn(at), ...terminalsIn(join(at, ".opencode"))]),
        fresh: join(folders.at(-1) ?? directory, TERMINAL_NAMES[1]),
      },
    },
  };
}

/** Every folder in which OpenCode finds skills: its own, and those of other agents. Without a home folder, the rest. */
export function skillFolders(
  machine: Surroundings,
  directory: string,
  worktree: string,
): readonly string[] {
  const { home } = machine;
  const user = findUserFolder(machine);
  const folders = foldersUp(directory, worktree);
  const ofHost = [
    ...(user === undefined ? [] : [user]),
    ...extraFolders(machine, directory),
    ...folders.map((at) => join(at, ".opencode")),
  ];
  const ofOthers = [...(home === undefined ? [] : [home]), ...folders].flatMap((at) => [
    join(at, ".claude"),
    join(at, ".agents"),
  ]);
  return [
    ...new Set([
      ...ofHost.flatMap((at) => [join(at, "skill"), join(at, "skills")]),
      ...ofOthers.map((at) => join(at, "skills")),
    ]),
  ];
}

/** OpenCode keeps to this on every system. */
export function userFolder(machine: Surroundings): string {
  const folder = findUserFolder(machine);
  if (folder !== undefined) return folder;
  const message = "there is no home folder to look for OpenCode's config in. Set HOME";
  throw new DiskError("no-home", message);
}

function findUserFolder({ env, home }: Surroundings): string | undefined {
  const base = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  return base ? join(base, "opencode") : undefined;
}

/** Besides the user's folder, and with all that it may hold. */
function extraFolders({ env, home }: Surroundings, directory: string): string[] {
  const folder = env["OPENCODE_CONFIG_DIR"];
  return [
    ...(home === undefined ? [] : [join(home, ".opencode")]),
    ...(folder ? [resolve(directory, folder)] : []),
  ];
}

function configsIn(folder: string): string[] {
  return NAMES.map((name) => join(folder, name));
}

function terminalsIn(folder: string): string[] {
  return TERMINAL_NAMES.map((name) => join(folder, name));
}
