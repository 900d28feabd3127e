import { realpathSync } from "node:fs";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { readText } from "../../../io/disk/read-text.ts";
import { statOf } from "../../../io/disk/stat.ts";
import type { Scope } from "../../host.ts";
import { placeOf } from "../../shared/broken-config.ts";
import { type HostConfig, readCounting, readHostConfig } from "../setup/host-configs.ts";
import type { HostPlaces } from "../setup/host-places.ts";
import { pluginFiles } from "../setup/our-copies.ts";
import {
  type OurEntry,
  PACKAGE,
  isOurCode,
  pathOfEntry,
  readOurEntry,
} from "../setup/our-entry.ts";
import { optionsOf } from "../setup/plugin-entry.ts";

/** One place in OpenCode's configuration that loads our plugin. */
export interface LoadedEntry {
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
  readonly entries: readonly LoadedEntry[];
  /** The same of its terminal. */
  readonly terminal: readonly LoadedEntry[];
  readonly unreadable: readonly { readonly where: string; readonly reason: string }[];
}

/** Every entry of our plugin that OpenCode, started there, would load. */
export function findPluginEntries(host: HostPlaces): PluginEntries {
  const unreadable = new Map<string, string>();
  const scopes: readonly Scope[] = host.ignoresProject ? ["global"] : ["global", "project"];
  const counting = scopes.flatMap((scope) =>
    readCounting(host, scope, readAll).map((config) => ({ config, scope })),
  );
  // The home folder may be above the project: its files are the user's then.
  const unique = counting.filter(
    ({ config }, index) =>
      counting.findIndex((other) => other.config.file.target === config.file.target) === index,
  );
  const folders = (scope: Scope) => (scope === "global" ? host.globalFolders : host.projectFolders);
  return {
    entries: [
      ...unique.flatMap(({ config, scope }) => entriesIn(config, scope)),
      ...scopes.flatMap((scope) => folders(scope).flatMap((at) => filesIn(at, scope))),
    ],
    terminal: scopes.flatMap((scope) =>
      readAll(host.terminal[scope].files).flatMap((config) => entriesIn(config, scope)),
    ),
    unreadable: [...unreadable].map(([where, reason]) => ({ where, reason })),
  };

  function readAll(paths: readonly string[]): HostConfig[] {
    return paths.flatMap((path) => read(path) ?? []);
  }

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

function entriesIn({ file, read }: HostConfig, scope: Scope): LoadedEntry[] {
  const listed = read.kind === "list" ? read.entries : [];
  return listed.flatMap((entry) => {
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

/** A path to nothing that has our name in it was probably ours: it is reported, and never changed. */
function lostEntry(specifier: string, config: string): OurEntry | undefined {
  const path = specifier.includes("memory-bank") ? pathOfEntry(specifier, config) : undefined;
  if (path === undefined || statOf(path) !== undefined) return undefined;
  return { path, isThere: false, version: undefined };
}

/** A copy of the plugin's file, or a file that loads it. */
function filesIn(folder: string, scope: Scope): LoadedEntry[] {
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
