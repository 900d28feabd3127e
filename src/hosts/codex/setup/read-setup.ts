import { join } from "node:path";
import { readToml } from "../../../formats/edit-toml.ts";
import { readText } from "../../../io/disk/read.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { field, isRecord } from "../../shared/payload.ts";
import { SERVER } from "../words.ts";
import { CONFIG, HOOKS, codexPlaces } from "./codex-places.ts";
import { groupsIn } from "./our-hooks.ts";

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
    const [hooks, config] = [HOOKS, CONFIG].map((name) => join(folders[scope], name));
    const scanned = readToml(readText(config ?? "") ?? "");
    return {
      scope,
      hooks: hooks ?? "",
      config: config ?? "",
      hasHooks: groupsIn(readText(hooks ?? "") ?? "").some(({ isOurs }) => isOurs),
      server: scanned.kind === "parsed" ? field(scanned.value, "mcp_servers", SERVER) : undefined,
      problem: scanned.kind === "broken" ? scanned.problem : undefined,
    };
  });
}

/** Off unless somebody has switched it on. */
export function hasOwnMemory(start: StartPoint): boolean {
  const scanned = readToml(readText(codexPlaces(start).config) ?? "");
  return scanned.kind === "parsed" && field(scanned.value, "features", "memories") === true;
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
