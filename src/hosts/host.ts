import type { ConfigFile } from "../io/disk/config-file.ts";
import { DiskError } from "../io/disk/disk-error.ts";
import type { Surroundings } from "../io/disk/state-folder.ts";
import type { HostWords, Text } from "../types.ts";
import type { TrialHost } from "./shared/doctor/play-turn.ts";

/**
 * A host as the CLI sees it: how to set it up, and how to check that it works. Texts for a person are data in both
 * languages; the CLI shows them, asks, and applies plans.
 */
export interface Host extends HostAbout {
  /** How the host's agents name their tools. */
  readonly words: HostWords;
  /** Whether the host, started at this place, is configured to load the plugin. */
  isSetUp(start: StartPoint): boolean;
  /** Where our settings come from if the host starts there. `options` is what the host itself hands to the plugin. */
  readGiven(start: StartPoint): { readonly env: Surroundings["env"]; readonly options?: unknown };
  /** Loads the parts that only some commands need. */
  load(): Promise<HostSetup>;
}

export interface HostSetup {
  planInstall(start: StartPoint, scope: Scope): InstallPlan | Promise<InstallPlan>;
  planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan;
  /** Checks that the host is installed, and configured to load the plugin. */
  check(start: StartPoint): Check[] | Promise<Check[]>;
  /** How doctor plays a real turn in the user's own host. */
  readonly trial: TrialHost;
}

/** What can be said of a host without loading its code. */
export interface HostAbout {
  /** The name in commands and in data for scripts. */
  readonly id: string;
  /** The name that users know. */
  readonly name: string;
  readonly installHelp: Text;
  readonly program: HostProgram;
  /** Globs of the host's own config files, in a project and in a home folder. */
  readonly configPaths: readonly string[];
}

/** A host's program: where it is installed, which versions are supported, and where a person gets it. */
export interface HostProgram {
  readonly command: string;
  /** Folders that its installers use: relative to the home folder, or `$NAME` for the value of a variable. */
  readonly folders: readonly string[];
  /** The oldest version that has what the plugin needs. */
  readonly oldest: string;
  /** The version that our tests run. */
  readonly tested: string;
  /** Notes on further supported lines, by major version number. */
  readonly lines?: Readonly<Record<number, Text>>;
  readonly address: string;
}

/** Where a host would be started. */
export interface StartPoint {
  readonly machine: Surroundings;
  readonly directory: string;
  /** The root of the git work tree, `/` where there is none. */
  readonly worktree: string;
}

/** Where the plugin is installed: for all projects of a user, or for one. */
export type Scope = "global" | "project";

/** What install or uninstall would do. It is shown before anything is changed. */
export interface SetupPlan {
  readonly changes: readonly ConfigChange[];
  /** Files and folders to move aside. */
  readonly copies: readonly Copy[];
  readonly notes: readonly Text[];
  /** Folders to remove afterwards if they are empty, in this order. */
  readonly folders?: readonly string[];
}

export interface InstallPlan extends SetupPlan {
  /** What the host is to load, and why: by name or by folder. */
  readonly plugin: { readonly specifier: string; readonly reason: string; readonly why: Text };
  /** What the person still has to do after the installation; also among the notes. */
  readonly left?: Text;
}

export interface ConfigChange {
  readonly file: ConfigFile;
  /** The new text; undefined if the file is deleted. */
  readonly after: string | undefined;
  /** The change in one line. */
  readonly what: Text;
}

/** What is in the place of one of our files: an older copy of it, or something that the user wrote. */
export interface Copy {
  readonly kind: "plugin" | "skill" | "agent";
  readonly path: string;
}

/** Why no plan is possible, in one line that a person can act on. */
export class SetupError extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.name = "SetupError";
    this.text = text;
  }
}

/** One result of doctor. A warning can stay as it is; a problem means that something does not work. */
export interface Check {
  readonly name: string;
  readonly level: "ok" | "warning" | "problem";
  readonly what: Text;
  /** The one next step. */
  readonly fix?: Text;
}

/** Returns the folder of a host's user settings; throws if there is none. */
export function ensureHome(folder: string | undefined, { name }: HostAbout): string {
  if (folder) return folder;
  throw new DiskError(`there is no home folder to look for ${name}'s settings in. Set HOME`);
}

export function ok(name: string, what: Text): Check {
  return { name, level: "ok", what };
}

export function warning(name: string, what: Text, fix: Text): Check {
  return { name, level: "warning", what, fix };
}

export function problem(name: string, what: Text, fix: Text): Check {
  return { name, level: "problem", what, fix };
}

export function switchedOff(where: string): Check {
  return problem(
    "settings",
    {
      en: `the plugin is switched off in ${where}: it does nothing at all`,
      zh: `插件在 ${where} 中被关闭：它什么都不做`,
    },
    { en: "take that setting away", zh: "请去掉该设置" },
  );
}

/** A text that is the same in both languages, such as a path or another program's message. */
export function both(text: string): Text {
  return { en: text, zh: text };
}
