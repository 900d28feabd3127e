import { dropTables } from "../../../formats/edit-toml.ts";
import type { HookHash } from "./ask-hashes.ts";
import { namesOf } from "./codex-places.ts";
import { findShifts, groupsIn } from "./our-hooks.ts";
import { type Trust, isStateOf, keyOf, keysIn, putTrust, shiftTrust } from "./our-tables.ts";

interface HooksChange {
  /** The path of hooks.json. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The user's config once hooks.json is another: others stay as trusted as they were, and of ours exactly these are. */
export function moveTrust(
  config: string | undefined,
  { path, before, after }: HooksChange,
  trust: Trust,
): string | undefined {
  const names = namesOf(path);
  const shifts = findShifts(before, after);
  if (config === undefined) return putTrust(config, trust);
  const gone = oursIn(before, names);
  const stale = keysIn(config).filter(
    (key) =>
      gone.some((group) => key.startsWith(`${group}:`)) && (!trust.has(key) || shifts.length > 0),
  );
  const rest = dropTables(
    config,
    isStateOf(new Set(before === after && trust.size === 0 ? [] : stale)),
  );
  return putTrust(shiftTrust(rest, names, shifts), trust);
}

/** What Codex has to be told so that it runs our hooks, as they stand in this text. */
export function trustOf(path: string, text: string, hashes: readonly HookHash[]): Trust {
  return new Map(
    namesOf(path).flatMap((name) => {
      const ours = groupsIn(text).filter(({ isOurs }) => isOurs);
      return hashes.flatMap(({ event, group, index, hash }) => {
        const own = ours.filter((each) => keyOf("", each.event, 0) === `:${event}:0`)[group];
        return own === undefined
          ? []
          : [[`${keyOf(name, own.event, own.index)}:${index}`, hash] as const];
      });
    }),
  );
}

/** The groups of ours, as Codex calls them. */
export function oursIn(text: string, names: readonly string[]): string[] {
  return groupsIn(text)
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ event, index }) => names.map((name) => keyOf(name, event, index)));
}
