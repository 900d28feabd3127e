import { dirname, join } from "node:path";
import { readToml } from "../../../formats/edit-toml.ts";
import { projectRoot } from "../../../io/bank/find-bank.ts";
import { realPathOf } from "../../../io/disk/paths.ts";
import { readText } from "../../../io/disk/read.ts";
import { type Scope, type StartPoint, ensureHome } from "../../host.ts";
import { field, variablesIn } from "../../shared/payload.ts";
import { CODEX } from "../about.ts";
import { SERVER } from "../words.ts";
import { groupsIn } from "./our-hooks.ts";

const FOLDER = ".codex";
export const CONFIG = "config.toml";
export const HOOKS = "hooks.json";

/** Where Codex, started in a directory, looks for what it is to load. */
export function codexPlaces({ machine: { env, home }, directory, worktree }: StartPoint) {
  const global = ensureHome(env["CODEX_HOME"] || (home && join(home, FOLDER)), CODEX);
  /** The folder that a person trusts or not. */
  const root = projectRoot(directory, worktree);
  const folders: Readonly<Record<Scope, string>> = { global, project: join(root, FOLDER) };
  /** Of the user: the only one that Codex takes trust from. */
  const config = join(global, CONFIG);
  return { config, folders, root };
}

/** Codex knows a hook by the path of its file: as its user names it, or, for some of them, as it is. */
export function namesOf(hooks: string): readonly string[] {
  return [...new Set([hooks, join(realPathOf(dirname(hooks)), HOOKS)])];
}

/** What one of Codex's folders says of us. */
export type ReadSetup = ReturnType<typeof readSetups>[number];

/** Of the user, then of the project, where they are not the same folder. */
export function readSetups(start: StartPoint) {
  const { folders } = codexPlaces(start);
  const scopes: readonly Scope[] =
    folders.project === folders.global ? ["global"] : ["global", "project"];
  return scopes.map((scope) => {
    const hooks = join(folders[scope], HOOKS);
    const config = join(folders[scope], CONFIG);
    const scanned = readToml(readText(config) ?? "");
    const value = scanned.kind === "parsed" ? scanned.value : undefined;
    return {
      scope,
      hooks,
      config,
      hasHooks: groupsIn(readText(hooks) ?? "").some(({ isOurs }) => isOurs),
      /** What stands of our server in the config. */
      server: field(value, "mcp_servers", SERVER),
      value,
      /** Why the config cannot be read. */
      problem: scanned.kind === "broken" ? scanned.problem : undefined,
    };
  });
}

/** What the server finds in its environment. The project's table wins as a whole. */
export function environmentOf(start: StartPoint): StartPoint["machine"]["env"] {
  const server = readSetups(start).findLast((setup) => setup.server !== undefined)?.server;
  return { ...start.machine.env, ...variablesIn(field(server, "env")) };
}
