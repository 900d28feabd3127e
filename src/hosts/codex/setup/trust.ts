import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dropTables, putTable, type TomlTable } from "../../../formats/edit-toml.ts";
import { removeFolder } from "../../shared/closed-home.ts";
import { listHooks } from "../app-server.ts";
import { closedEnvironment, codexHomeIn, makeHome } from "../doctor/closed-home.ts";
import { HOOKS, namesOf } from "./codex-places.ts";
import { groupsIn } from "./our-hooks.ts";

/** Key of a hook, `file:event:group:index` → the hash by which Codex knows what was trusted. */
export type Trust = ReadonlyMap<string, string>;

/** Where a hook stands in its file, as Codex writes it (`:pre_tool_use:1:0`), and its hash. */
export interface HookHash {
  readonly place: string;
  readonly hash: string;
}

/**
 * Asks the user's own Codex, in a home of its own, so that what it is to trust can be shown before anything is
 * written.
 */
export async function askHashes(codex: string, hooks: string): Promise<HookHash[]> {
  const home = makeHome("trust");
  try {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    const file = join(codexHomeIn(home), HOOKS);
    writeFileSync(file, hooks);
    const listed = await listHooks(codex, { cwd, env: closedEnvironment(home) });
    if (listed.hooks.length === 0) throw new Error(listed.problems[0] ?? "it lists no hooks");
    return listed.hooks.map(({ key, hash }) => ({ place: key.slice(file.length), hash }));
  } finally {
    removeFolder(home);
  }
}

/** What Codex has to be told so that it runs our hooks, as they stand in this text. */
export function trustOf(path: string, text: string, hashes: readonly HookHash[]): Trust {
  const ours = placesIn(text);
  const own = hashes.filter(({ place }) => ours.some((group) => place.startsWith(group)));
  return new Map(
    namesOf(path).flatMap((name) => own.map(({ place, hash }) => [name + place, hash] as const)),
  );
}

/** The user's config in which exactly these of our hooks are trusted. */
export function putTrust(
  config: string | undefined,
  { path, before }: { readonly path: string; readonly before: string },
  trust: Trust,
): string | undefined {
  const isStale = isTrustIn(path, before);
  const rest =
    config && dropTables(config, (table) => isStale(table) && !trust.has(table.path.at(-1) ?? ""));
  return [...trust].reduce<string | undefined>(
    (text, [key, hash]) => putTable(text, ["hooks", "state", key], { trusted_hash: hash }),
    rest,
  );
}

/** Whether a table is what Codex keeps of one of our hooks in this text. */
export function isTrustIn(path: string, text: string) {
  const ours = placesIn(text);
  const groups = namesOf(path).flatMap((name) => ours.map((place) => name + place));
  return ({ path: [hooks, state, key = "", ...more] }: TomlTable): boolean =>
    hooks === "hooks" &&
    state === "state" &&
    more.length === 0 &&
    groups.some((group) => key.startsWith(group));
}

/** The groups of ours, as Codex calls them: `:pre_tool_use:1:`. */
export function placesIn(text: string): string[] {
  return groupsIn(text)
    .filter(({ isOurs }) => isOurs)
    .map(({ event, index }) => {
      const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
      return `:${name}:${index}:`;
    });
}
