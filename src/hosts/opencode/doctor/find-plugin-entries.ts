import { realpathSync } from "node:fs";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { statOf } from "../../../io/disk/read.ts";
import type { Scope } from "../../host.ts";
import { placeOf } from "../../shared/broken-config.ts";
import { type OurEntry, PACKAGE, findOwnFiles, readOurEntry } from "../setup/our-entry.ts";
import type { HostPlaces } from "../setup/places.ts";
import { type HostConfig, countingConfigs, readConfigs } from "../setup/plugin-list.ts";

/** One place in OpenCode's configuration that loads our plugin. */
export interface LoadedEntry extends Pick<OurEntry, "isThere" | "version"> {
  /** The config, or the plugin file that OpenCode finds by itself. */
  readonly file: string;
  /** As it is written there. */
  readonly specifier: string;
  readonly options: unknown;
  /** The same for two entries that load one and the same plugin. */
  readonly identity: string;
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
  const scopes: readonly Scope[] = ["global", "project"];
  const counting = scopes.flatMap((scope) => countingConfigs(host, scope, readAll));
  return {
    entries: [
      // The home folder may be above the project: its files are the user's then.
      ...counting
        .filter(
          ({ file }, at) => counting.findIndex((one) => one.file.target === file.target) === at,
        )
        .flatMap(entriesIn),
      ...scopes.flatMap((scope) => findOwnFiles(host.folders[scope]).map(toFileEntry)),
    ],
    terminal: scopes.flatMap((scope) => readAll(host.terminal[scope]).flatMap(entriesIn)),
    unreadable: [...unreadable].map(([where, reason]) => ({ where, reason })),
  };

  function readAll(paths: readonly string[]): HostConfig[] {
    return paths.flatMap((path) => {
      try {
        return readConfigs([path], (file, { offset, problem }) =>
          unreadable.set(placeOf(file, offset), problem),
        );
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
    const found = readOurEntry(specifier, file.path);
    if (found === undefined) return [];
    const { path, isThere, version } = found;
    const identity = path === undefined ? PACKAGE : isThere ? realpathSync(path) : path;
    const isFile = path !== undefined && statOf(path)?.isFile() === true;
    const written = { file: file.path, specifier, options, isForSecondOnly };
    return [{ ...written, identity, isThere, version, isFile }];
  });
}

/** A copy of the plugin's file, which OpenCode finds by itself. */
function toFileEntry(file: string): LoadedEntry {
  return {
    file,
    specifier: file,
    options: undefined,
    identity: realpathSync(file),
    isThere: true,
    version: undefined,
    isForSecondOnly: false,
    isFile: false,
  };
}
