import { dirname, join } from "node:path";
import { readToml } from "../../../formats/edit-toml.ts";
import { projectRoot } from "../../../io/bank/find-bank.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { realPathOf } from "../../../io/disk/paths.ts";
import { readText } from "../../../io/disk/read.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { field, isRecord } from "../../shared/payload.ts";
import { codexHome } from "../about.ts";
import { SERVER } from "../words.ts";
import { groupsIn } from "./our-hooks.ts";

export const CONFIG = "config.toml";
export const HOOKS = "hooks.json";

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
    throw new DiskError(message);
  }
  const root = projectRoot(directory, worktree);
  return {
    config: join(global, CONFIG),
    folders: { global, project: join(root, ".codex") },
    root,
  };
}

/** Codex knows a hook by the path of its file: as its user names it, or, for some of them, as it is. */
export function namesOf(hooks: string): readonly string[] {
  return [...new Set([hooks, join(realPathOf(dirname(hooks)), HOOKS)])];
}

/** What one of Codex's folders says of us. */
export interface ReadSetup {
  readonly scope: Scope;
  readonly hooks: string;
  readonly config: string;
  readonly hasHooks: boolean;
  /** What stands of our server in the config; undefined where nothing does, or nobody can read it. */
  readonly server: unknown;
  /** Why the config cannot be read. */
  readonly problem: string | undefined;
}

/** Of the user and of the project, where they are not the same folder. */
export function readSetups(start: StartPoint): ReadSetup[] {
  const { folders } = codexPlaces(start);
  const scopes: readonly Scope[] =
    folders.project === folders.global ? ["global"] : ["global", "project"];
  return scopes.map((scope) => {
    const hooks = join(folders[scope], HOOKS);
    const config = join(folders[scope], CONFIG);
    const scanned = readToml(readText(config) ?? "");
    return {
      scope,
      hooks,
      config,
      hasHooks: groupsIn(readText(hooks) ?? "").some(({ isOurs }) => isOurs),
      server: scanned.kind === "parsed" ? field(scanned.value, "mcp_servers", SERVER) : undefined,
      problem: scanned.kind === "broken" ? scanned.problem : undefined,
    };
  });
}

/** What the server finds in its environment. The project's table wins as a whole. */
export function environmentOf(start: StartPoint): StartPoint["machine"]["env"] {
  const server = readSetups(start).findLast((setup) => setup.server !== undefined)?.server;
  return { ...start.machine.env, ...ownEnvironment(server) };
}

/** What the server's table puts into its environment. */
export function ownEnvironment(server: unknown): Record<string, string> {
  const own = field(server, "env");
  const values = Object.entries(isRecord(own) ? own : {});
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

/** Whether the person has said no to this folder: Codex then takes nothing from its .codex folder. */
export function isUntrusted(start: StartPoint): boolean {
  const { root } = codexPlaces(start);
  const config = userConfig(start);
  return [root, realPathOf(root)].some(
    (folder) => field(config, "projects", folder, "trust_level") === "untrusted",
  );
}

/** Codex keeps notes of its own only if somebody has switched that on. */
export function hasOwnMemory(start: StartPoint): boolean {
  return field(userConfig(start), "features", "memories") === true;
}

function userConfig(start: StartPoint): unknown {
  const scanned = readToml(readText(codexPlaces(start).config) ?? "");
  return scanned.kind === "parsed" ? scanned.value : undefined;
}
