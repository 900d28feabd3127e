import { realpathSync } from "node:fs";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { readText, statOf } from "../../../io/disk/read.ts";
import type { Scope } from "../../host.ts";
import { placeOf } from "../../shared/broken-config.ts";
import { pluginFiles } from "../setup/our-copies.ts";
import { PACKAGE, isOurCode, pathOfEntry, readOurEntry } from "../setup/our-entry.ts";
import type { HostPlaces } from "../setup/places.ts";
import { type HostConfig, readCounting, readHostConfig } from "../setup/plugin-list.ts";

/** One place in OpenCode's configuration that loads our plugin. */
export interface LoadedEntry {
  /** The config, or the plugin file that OpenCode finds by itself. */
  readonly file: string;
  /** As it is written there. */
  readonly specifier: string;
  readonly options: unknown;
  /** The same for two entries that load one and the same plugin. */
  readonly identity: string;
  readonly isThere: boolean;
  /** Undefined where the newest is taken, or nobody says. */
  readonly version: string | undefined;
  /** In the list that only OpenCode 2 reads. */
  readonly isForSecondOnly: boolean;
  /** Configured by the address of a file, which OpenCode 2 does not load. */
  readonly isFile: boolean;
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
  const counting = scopes.flatMap((scope) => readCounting(host, scope, readAll));
  // The home folder may be above the project: its files are the user's then.
  const unique = new Map(
    counting.toReversed().map((config) => [config.file.target, config] as const),
  );
  return {
    entries: [
      ...[...unique.values()].toReversed().flatMap(entriesIn),
      ...scopes.flatMap((scope) => host.folders[scope].flatMap(filesIn)),
    ],
    terminal: scopes.flatMap((scope) => readAll(host.terminal[scope]).flatMap(entriesIn)),
    unreadable: [...unreadable].map(([where, reason]) => ({ where, reason })),
  };

  function readAll(paths: readonly string[]): HostConfig[] {
    return paths.flatMap((path) => {
      try {
        const config = readHostConfig(path, (file, { offset, problem }) =>
          unreadable.set(placeOf(file, offset), problem),
        );
        return config ?? [];
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        unreadable.set(path, error.message);
        return [];
      }
    });
  }
}

function entriesIn({ file, entries }: HostConfig): LoadedEntry[] {
  return entries.flatMap(({ name: { value: specifier }, options, isForSecondOnly }) => {
    const found = readOurEntry(specifier, file.path) ?? lostEntry(specifier, file.path);
    if (found === undefined) return [];
    const { path, isThere, version } = found;
    const identity = path === undefined ? PACKAGE : isThere ? realpathSync(path) : path;
    const isFile = path !== undefined && statOf(path)?.isFile() === true;
    const written = { file: file.path, specifier, options, isForSecondOnly };
    return [{ ...written, identity, isThere, version, isFile }];
  });
}

/** A path to nothing that has our name in it was probably ours: it is reported, and never changed. */
function lostEntry(specifier: string, config: string) {
  const path = specifier.includes("memory-bank") ? pathOfEntry(specifier, config) : undefined;
  if (path === undefined || statOf(path) !== undefined) return undefined;
  return { path, isThere: false, version: undefined };
}

/** A copy of the plugin's file, or a file that loads it: OpenCode finds such files by itself. */
function filesIn(folder: string): LoadedEntry[] {
  const isOurs = (text = "") => isOurCode(text) || new RegExp(`["']${PACKAGE}["']`).test(text);
  return pluginFiles(folder)
    .filter((file) => isOurs(readText(file)))
    .map((file) => ({
      file,
      specifier: file,
      options: undefined,
      identity: realpathSync(file),
      isThere: true,
      version: undefined,
      isForSecondOnly: false,
      isFile: false,
    }));
}
