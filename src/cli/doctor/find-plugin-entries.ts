import { realpathSync } from "node:fs";
import { type PluginEntry as ListedEntry, optionsOf } from "../../config/plugin-entry.ts";
import { DiskError } from "../../io/disk/disk-error.ts";
import {
  type HostConfig,
  type Scope,
  placeOf,
  readCounting,
  readHostConfig,
} from "../../io/host-configs.ts";
import type { HostPlaces } from "../../io/host-places.ts";
import { pluginFiles } from "../../io/our-copies.ts";
import {
  type OurEntry,
  PACKAGE,
  isOurCode,
  pathOfEntry,
  readOurEntry,
} from "../../io/our-entry.ts";
import { readText } from "../../io/disk/read-text.ts";
import { statOf } from "../../io/disk/stat.ts";

/** One place in OpenCode's configuration that loads our plugin. */
export interface PluginEntry {
  /** The config, or the plugin file that OpenCode finds by itself. */
  readonly file: string;
  readonly scope: Scope;
  /** As it is written there. */
  readonly specifier: string;
  readonly options: unknown;
  /** The same for two entries that load one and the same plugin. */
  readonly identity: string;
  readonly isThere: boolean;
  /** Undefined where the newest is taken, or nobody says. */
  readonly version: string | undefined;
}

export interface PluginEntries {
  readonly entries: readonly PluginEntry[];
  /** Configs with our line in a list that OpenCode does not take. */
  readonly hidden: readonly string[];
  readonly unreadable: readonly { readonly where: string; readonly reason: string }[];
}

/** Every entry of our plugin that OpenCode, started there, would load. */
export function findPluginEntries(host: HostPlaces): PluginEntries {
  const unreadable = new Map<string, string>();
  const scopes: readonly Scope[] = host.ignoresProject ? ["global"] : ["global", "project"];
  const counting = scopes.flatMap((scope) =>
    readCounting(host, scope, read).map((config) => ({ config, scope })),
  );
  // The home folder may be above the project: its files are the user's then.
  const unique = counting.filter(
    ({ config }, index) =>
      counting.findIndex((other) => other.config.file.target === config.file.target) === index,
  );
  const taken = new Set(unique.map(({ config }) => config.file.target));
  const folders = (scope: Scope) => (scope === "global" ? host.globalFolders : host.projectFolders);
  return {
    entries: [
      ...unique.flatMap(({ config, scope }) => entriesIn(config, scope)),
      ...scopes.flatMap((scope) => folders(scope).flatMap((at) => filesIn(at, scope))),
    ],
    hidden: [...host.global, ...(host.ignoresProject ? host.project : [])]
      .flatMap((path) => read(path) ?? [])
      .filter(({ file }) => !taken.has(file.target))
      .filter((config) => entriesIn(config, "global").length > 0)
      .map(({ file }) => file.path),
    unreadable: [...unreadable].map(([where, reason]) => ({ where, reason })),
  };

  function read(path: string): HostConfig | undefined {
    try {
      return readHostConfig(path, (file, { offset, problem }) =>
        unreadable.set(placeOf(file, offset), problem),
      );
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      unreadable.set(path, error.message);
      return undefined;
    }
  }
}

function entriesIn({ file, read }: HostConfig, scope: Scope): PluginEntry[] {
  const listed = read.kind === "list" ? read.entries : [];
  return listed.flatMap((entry: ListedEntry) => {
    const specifier = entry.name.value;
    const found = readOurEntry(specifier, file.path) ?? lostEntry(specifier, file.path);
    if (found === undefined) return [];
    const options = optionsOf(file.text, entry);
    return [{ file: file.path, scope, specifier, options, ...toEntry(found) }];
  });
}

function toEntry({ path, isThere, version }: OurEntry) {
  const identity = path === undefined ? PACKAGE : isThere ? realpathSync(path) : path;
  return { identity, isThere, version };
}

/** Whose it was shows only in its name: enough to speak of it, not to change it. */
function lostEntry(specifier: string, config: string): OurEntry | undefined {
  const path = specifier.includes("memory-bank") ? pathOfEntry(specifier, config) : undefined;
  if (path === undefined || statOf(path) !== undefined) return undefined;
  return { path, isThere: false, version: undefined };
}

/** A copy of the plugin's file, or a file that loads it. */
function filesIn(folder: string, scope: Scope): PluginEntry[] {
  return pluginFiles(folder)
    .filter((file) => {
      const text = readText(file);
      return isOurCode(text) || new RegExp(`["']${PACKAGE}["']`).test(text ?? "");
    })
    .map((file) => ({
      file,
      scope,
      specifier: file,
      options: undefined,
      identity: realpathSync(file),
      isThere: true,
      version: undefined,
    }));
}
