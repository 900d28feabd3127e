import type { ConfigFile } from "../io/disk/config-file.ts";
import { DiskError } from "../io/disk/disk-error.ts";
import type { Surroundings } from "../io/disk/state-folder.ts";
import type { HostWords, Text } from "../types.ts";
import type { TrialHost } from "./shared/doctor/play-turn.ts";

/**
 * A host as the CLI sees it: how it is set up, and whether it works. What a person reads is data in both
 * languages; the CLI shows it, asks, and applies plans.
 */
export interface Host extends HostAbout {
  /** What its agents call their tools. */
  readonly words: HostWords;
  /** Whether the host, started there, is told to load us. */
  isSetUp(start: StartPoint): boolean;
  /** What our settings are read from where the host is started there: `options` is what the host itself hands over. */
  readGiven(start: StartPoint): { readonly env: Surroundings["env"]; readonly options?: unknown };
  /** What only some commands need. */
  load(): Promise<HostSetup>;
}

export interface HostSetup {
  planInstall(start: StartPoint, scope: Scope): InstallPlan | Promise<InstallPlan>;
  planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan;
  /** Is the host there, and told to load us? */
  check(start: StartPoint): Check[] | Promise<Check[]>;
  /** How doctor plays a real turn in the user's own host. */
  readonly trial: TrialHost;
}

/** What help says of a host, without loading it. */
export interface HostAbout {
  /** As in commands and in data for scripts. */
  readonly id: string;
  /** As its users call it. */
  readonly name: string;
  readonly installHelp: Text;
  readonly program: HostProgram;
  /** Globs of what tells it which programs to load and what to allow, in a project and in a home. */
  readonly configPaths: readonly string[];
}

/** A host's program: where it is, the versions of it that we know, and how a person comes by one. */
export interface HostProgram {
  readonly command: string;
  /** Where its installers put it: below the home folder, or `$NAME` for what a variable names. */
  readonly folders: readonly string[];
  /** The first version that does what the plugin needs. */
  readonly oldest: string;
  /** The one that the tests run in. */
  readonly tested: string;
  /** What there is to say of a line, by its major number, where the host has several that are served. */
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

/** Where it is installed: for all projects of a user, or for one. */
export type Scope = "global" | "project";

/** What install or uninstall would do: data, shown before anything happens. */
export interface SetupPlan {
  readonly changes: readonly ConfigChange[];
  /** To be moved aside. */
  readonly copies: readonly Copy[];
  readonly notes: readonly Text[];
  /** To be removed if nothing is in them then, in this order. */
  readonly folders?: readonly string[];
}

export interface InstallPlan extends SetupPlan {
  /** What the host is to load, and why that. */
  readonly plugin: { readonly specifier: string; readonly reason: string; readonly why: Text };
  /** What is left for the person to do once it is done; also among the notes. */
  readonly left?: Text;
}

export interface ConfigChange {
  readonly file: ConfigFile;
  /** Absent where the file goes. */
  readonly after: string | undefined;
  /** In one line. */
  readonly what: Text;
}

/** What stands where something of ours belongs: a copy of it from another time, or somebody's own words. */
export interface Copy {
  readonly kind: "plugin" | "skill" | "agent";
  readonly path: string;
}

/** Why nothing can be planned, in one line that a person can act on. */
export class SetupError extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.name = "SetupError";
    this.text = text;
  }
}

/** One thing that doctor looked at. A warning can stay as it is; a problem means that something does not work. */
export interface Check {
  readonly name: string;
  readonly level: "ok" | "warning" | "problem";
  readonly what: Text;
  /** The one next step. */
  readonly fix?: Text;
}

/** The folder that a host keeps what is a user's in. */
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

/** For paths and the words of others, which are the same in both languages. */
export function both(text: string): Text {
  return { en: text, zh: text };
}
