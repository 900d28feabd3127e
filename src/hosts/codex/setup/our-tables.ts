import {
  type TomlEntries,
  type TomlTable,
  dropTables,
  isPath,
  putTable,
  renameTable,
  tablesIn,
} from "../../../formats/edit-toml.ts";
import { SERVER } from "../words.ts";
import type { Shift } from "./our-hooks.ts";

const SERVERS = "mcp_servers";
const STATE = ["hooks", "state"] as const;

export function putServer(text: string | undefined, entries: TomlEntries): string {
  return putTable(text, [SERVERS, SERVER], entries);
}

export function isServer({ path }: TomlTable): boolean {
  return path[0] === SERVERS && path[1] === SERVER;
}

/** Key of a hook → the hash by which Codex knows what was trusted. */
export type Trust = ReadonlyMap<string, string>;

export function putTrust(text: string | undefined, trust: Trust): string | undefined {
  return [...trust].reduce(
    (result, [key, hash]) => putTable(result, [...STATE, key], { trusted_hash: hash }),
    text,
  );
}

/** Whether a table is what Codex keeps of one of these hooks. */
export function isStateOf(keys: ReadonlySet<string>) {
  return ({ path }: TomlTable): boolean =>
    isPath(path.slice(0, STATE.length), STATE) &&
    path.length === STATE.length + 1 &&
    keys.has(path.at(-1) ?? "");
}

/** What was trusted stays so in its new place. */
export function shiftTrust(text: string, files: readonly string[], shifts: readonly Shift[]) {
  return files
    .flatMap((file) => shifts.map((shift) => ({ file, ...shift })))
    .reduce((result, { file, event, from, to }) => {
      const [old, next] = [from, to].map((group) => `${keyOf(file, event, group)}:`);
      return keysIn(result)
        .filter((key) => key.startsWith(old ?? ""))
        .reduce((renamed, key) => {
          const other = `${next}${key.slice(old?.length)}`;
          const free = dropTables(renamed, isStateOf(new Set([other])));
          return renameTable(free, [...STATE, key], [...STATE, other]);
        }, result);
    }, text);
}

/** As Codex calls a group of hooks; a hook's own place in it comes behind. */
export function keyOf(file: string, event: string, group: number): string {
  const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
  return `${file}:${name}:${group}`;
}

/** The keys of all hooks of which Codex keeps something. */
export function keysIn(text: string): string[] {
  return tablesIn(text)
    .map(({ path }) => path)
    .filter((path) => path.length === STATE.length + 1 && isPath(path.slice(0, -1), STATE))
    .map((path) => path.at(-1) ?? "");
}
