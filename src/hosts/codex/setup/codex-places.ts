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

/** The places of config of a Codex started in this directory. */
export function codexPlaces({ machine: { env, home }, directory, worktree }: StartPoint) {
  const global = ensureHome(env["CODEX_HOME"] || (home && join(home, FOLDER)), CODEX);
  /** The folder that Codex asks the user to trust. */
  const root = projectRoot(directory, worktree);
  const folders: Readonly<Record<Scope, string>> = { global, project: join(root, FOLDER) };
  /** The user's config: Codex reads from no other one what it trusts. */
  const config = join(global, CONFIG);
  return { config, folders, root };
}

/** The paths by which Codex may know a hooks file: as the user names it, or with links resolved. */
export function namesOf(hooks: string): readonly string[] {
  return [...new Set([hooks, join(realPathOf(dirname(hooks)), HOOKS)])];
}

/** Our parts in one of Codex's folders. */
export type ReadSetup = ReturnType<typeof readSetups>[number];

/** Reads the user's folder, then the project's unless it is the same. */
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
      /** Our server's table in the config. */
      server: field(value, "mcp_servers", SERVER),
      value,
      /** Why the config cannot be read. */
      problem: scanned.kind === "broken" ? scanned.problem : undefined,
    };
  });
}

/** The environment of our server. If the project's config has a table for it, the user's table is ignored. */
export function environmentOf(start: StartPoint): StartPoint["machine"]["env"] {
  const server = readSetups(start).findLast((setup) => setup.server !== undefined)?.server;
  return { ...start.machine.env, ...variablesIn(field(server, "env")) };
}
