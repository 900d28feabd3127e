import { join } from "node:path";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import { statOf } from "../../../io/disk/read.ts";
import type { Scope, StartPoint } from "../../host.ts";

const FOLDER = ".claude";
const SHARED = "settings.json";
const LOCAL = "settings.local.json";

/** Where Claude Code, started in a directory, looks for its settings. */
export interface SettingsPlaces {
  /** What it reads, the ones that win last: the user's, the project's, those of one person there, the company's. */
  readonly read: readonly SettingsPlace[];
  /** What install writes. */
  readonly written: Readonly<Record<Scope, string>>;
  /** Where something of ours may be. */
  readonly all: Readonly<Record<Scope, readonly string[]>>;
  /** What it knows of projects: whether the user trusts them. */
  readonly state: string;
}

export interface SettingsPlace {
  readonly kind: "user" | "project" | "local" | "managed";
  readonly path: string;
}

/** Started below a project's folder it does not read that project's settings; only install and uninstall look there. */
export function settingsPlaces({ machine, directory, worktree }: StartPoint): SettingsPlaces {
  const folder = userFolder(machine);
  const user = join(folder, SHARED);
  const ofProject = foldersUp(directory, worktree).map((at) => join(at, FOLDER));
  const shared = ofProject.map((at) => join(at, SHARED)).filter((path) => path !== user);
  const root = ofProject.at(-1) ?? join(directory, FOLDER);
  return {
    read: [
      { kind: "user", path: user },
      { kind: "project", path: join(directory, FOLDER, SHARED) },
      { kind: "local", path: join(directory, FOLDER, LOCAL) },
      { kind: "managed", path: managedSettings(machine) },
    ],
    written: {
      global: user,
      project: shared.find((path) => statOf(path) !== undefined) ?? join(root, SHARED),
    },
    all: {
      global: [user],
      project: [...shared, ...ofProject.map((at) => join(at, LOCAL))],
    },
    state: machine.env["CLAUDE_CONFIG_DIR"]
      ? join(folder, ".claude.json")
      : join(machine.home ?? folder, ".claude.json"),
  };
}

function userFolder({ env, home }: Surroundings): string {
  const folder = env["CLAUDE_CONFIG_DIR"] || (home && join(home, FOLDER));
  if (folder) return folder;
  const message = "there is no home folder to look for Claude Code's settings in. Set HOME";
  throw new DiskError("no-home", message);
}

function managedSettings({ platform }: Surroundings): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: "/Library/Application Support/ClaudeCode",
    win32: "C:\\Program Files\\ClaudeCode",
  };
  return join(folders[platform] ?? "/etc/claude-code", "managed-settings.json");
}
