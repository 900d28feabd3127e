import { join, resolve } from "node:path";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Scope, StartPoint } from "../../host.ts";

type ByScope<Value> = Readonly<Record<Scope, Value>>;

/** Where OpenCode, started in a directory, looks for its config. Nothing is read here. */
export interface HostPlaces {
  /** The user's own files, in the order in which they are read: of several lists of plugins, only the last counts. */
  readonly user: readonly string[];
  /** Further files, a project's the nearest first. Here every list counts. */
  readonly more: ByScope<readonly string[]>;
  /** The configs of its terminal interface: every list counts. What is read last, or is nearest, first. */
  readonly terminal: ByScope<readonly string[]>;
  /** Folders in which OpenCode finds plugin files and skills. */
  readonly folders: ByScope<readonly string[]>;
  /** What to make where there is none. */
  readonly fresh: ByScope<{ readonly config: string; readonly terminal: string }>;
  /** The user has switched the configs of projects off. */
  readonly ignoresProject: boolean;
}

const NAMES = ["opencode.jsonc", "opencode.json"];
const TERMINAL = ["tui.jsonc", "tui.json"];

export function hostPlaces({ machine, directory, worktree }: StartPoint): HostPlaces {
  const { env, home } = machine;
  const user = userFolder(machine);
  const extra = [
    ...(home === undefined ? [] : [join(home, ".opencode")]),
    ...named(env["OPENCODE_CONFIG_DIR"], directory),
  ];
  const folders = foldersUp(directory, worktree);
  const inProject = folders.flatMap((at) => [at, join(at, ".opencode")]);
  const fresh = (at: string) => ({
    config: join(at, "opencode.jsonc"),
    terminal: join(at, "tui.json"),
  });
  return {
    user: below([user], ["config.json", "opencode.json", "opencode.jsonc"]),
    more: {
      global: [...named(env["OPENCODE_CONFIG"], directory), ...below(extra, NAMES)],
      project: below(inProject, NAMES),
    },
    terminal: {
      global: [
        ...below(extra, TERMINAL),
        ...named(env["OPENCODE_TUI_CONFIG"], directory),
        ...below([user], TERMINAL),
      ],
      project: below(inProject, TERMINAL),
    },
    folders: {
      global: [user, ...extra],
      project: below(folders, [".opencode"]).filter((at) => !extra.includes(at)),
    },
    fresh: { global: fresh(user), project: fresh(folders.at(-1) ?? directory) },
    ignoresProject: /^(?:true|1)$/i.test(env["OPENCODE_DISABLE_PROJECT_CONFIG"] ?? ""),
  };
}

/** Every folder in which OpenCode finds skills: its own, and those of other agents. */
export function skillFolders(start: StartPoint): readonly string[] {
  const { home } = start.machine;
  const { folders } = hostPlaces(start);
  const others = [
    ...(home === undefined ? [] : [home]),
    ...foldersUp(start.directory, start.worktree),
  ];
  return [
    ...new Set([
      ...below([...folders.global, ...folders.project], ["skill", "skills"]),
      ...below(others, [join(".claude", "skills"), join(".agents", "skills")]),
    ]),
  ];
}

/** A config of oh-my-opencode's. */
export interface OrchestratorPlace {
  readonly path: string;
  /** It serves several hosts, and has a part for each. */
  readonly isShared: boolean;
}

interface OrchestratorPlaces {
  /** The ones that win first. */
  readonly files: readonly OrchestratorPlace[];
  /** What to make where there is none: every version reads it, newer ones move it to their own place. */
  readonly fresh: string;
}

const SHARED = ["omo.jsonc", "omo.json"];
const OWN = ["openagent", "opencode"].flatMap((name) => [
  `oh-my-${name}.jsonc`,
  `oh-my-${name}.json`,
]);

export function orchestratorPlaces(start: StartPoint): ByScope<OrchestratorPlaces> {
  const { machine, directory, worktree } = start;
  const { env, home } = machine;
  const user = userFolder(machine);
  // The home folder's own `.omo` is the user's, wherever the project is.
  const folders = foldersUp(directory, worktree).filter((folder) => folder !== home);
  const shared = (at: string) =>
    below([join(at, ".omo")], SHARED).map((path) => ({ path, isShared: true }));
  const own = (at: string) => below([at], OWN).map((path) => ({ path, isShared: false }));
  return {
    global: {
      files: [
        ...(home === undefined ? [] : shared(home)),
        ...[...named(env["OPENCODE_CONFIG_DIR"], directory), user].flatMap(own),
      ],
      fresh: join(user, "oh-my-opencode.jsonc"),
    },
    project: {
      files: folders.flatMap((at) => [...shared(at), ...own(join(at, ".opencode"))]),
      fresh: join(folders.at(-1) ?? directory, ".opencode", "oh-my-opencode.jsonc"),
    },
  };
}

/** OpenCode keeps to this on every system. */
function userFolder({ env, home }: Surroundings): string {
  const base = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  if (base) return join(base, "opencode");
  const message = "there is no home folder to look for OpenCode's config in. Set HOME";
  throw new DiskError(message);
}

function below(folders: readonly string[], names: readonly string[]): string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** What a variable of the environment names. */
function named(path: string | undefined, directory: string): string[] {
  return path ? [resolve(directory, path)] : [];
}
