import { basename, join, resolve } from "node:path";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { type StartPoint, ensureHome } from "../../host.ts";
import { OPENCODE } from "../about.ts";

export type HostPlaces = ReturnType<typeof hostPlaces>;

const NAMES = ["opencode.jsonc", "opencode.json"];
const TERMINAL = ["tui.jsonc", "tui.json"];

/** Where OpenCode, started in a directory, looks for its config. Nothing is read here. */
export function hostPlaces({ machine, directory, worktree }: StartPoint) {
  const { env, home } = machine;
  // OpenCode keeps to this on every system.
  const base = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  const user = join(ensureHome(base, OPENCODE), "opencode");
  const named = (variable: string) => {
    const path = env[variable];
    return path ? [resolve(directory, path)] : [];
  };
  const extra = [
    ...(home === undefined ? [] : [join(home, ".opencode")]),
    ...named("OPENCODE_CONFIG_DIR"),
  ];
  const folders = foldersUp(directory, worktree);
  // The home folder may be above the project: what is in its `.opencode` is the user's.
  const inProject = folders
    .flatMap((at) => [at, join(at, ".opencode")])
    .filter((at) => !extra.includes(at));
  return {
    /** The user's own files, the one that is read last first: of several lists of plugins, only that one's counts. */
    user: below([user], [...NAMES, "config.json"]),
    /** Further files, a project's the nearest first. Here every list counts. */
    more: {
      global: [...named("OPENCODE_CONFIG"), ...below(extra, NAMES)],
      project: below(inProject, NAMES),
    },
    /** The configs of its terminal interface: every list counts. What is read last, or is nearest, first. */
    terminal: { global: below([...extra, user], TERMINAL), project: below(inProject, TERMINAL) },
    /** Folders in which OpenCode finds plugin files and skills. */
    folders: {
      global: [user, ...extra],
      project: inProject.filter((at) => basename(at) === ".opencode"),
    },
    /** Where a config is made if there is none. */
    fresh: { global: user, project: folders.at(-1) ?? directory },
  };
}

export function below(folders: readonly string[], names: readonly string[]): string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}
