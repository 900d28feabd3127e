import { dirname, join } from "node:path";
import { projectRoot } from "../../../io/bank/find-bank.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { realPathOf } from "../../../io/disk/paths.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { codexHome } from "../about.ts";

export interface CodexPlaces {
  /** Of the user: the only one that Codex takes trust from. */
  readonly config: string;
  readonly folders: Readonly<Record<Scope, string>>;
  /** The folder that a person trusts or not. */
  readonly root: string;
}

/** Where Codex, started in a directory, looks for what it is to load. */
export function codexPlaces({ machine, directory, worktree }: StartPoint): CodexPlaces {
  const global = codexHome(machine);
  if (global === undefined) {
    const message = "there is no home folder to look for Codex's settings in. Set HOME";
    throw new DiskError("no-home", message);
  }
  const root = projectRoot(directory, worktree);
  return {
    config: join(global, CONFIG),
    folders: { global, project: join(root, ".codex") },
    root,
  };
}

export const CONFIG = "config.toml";
export const HOOKS = "hooks.json";

/** Codex knows a hook by the path of its file: as its user names it, or, for some of them, as it is. */
export function namesOf(hooks: string): readonly string[] {
  return [...new Set([hooks, join(realPathOf(dirname(hooks)), HOOKS)])];
}
