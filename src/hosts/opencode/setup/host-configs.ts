import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Scope } from "../../host.ts";
import { type Broken, stopAtBroken } from "../../shared/broken-config.ts";
import type { HostPlaces } from "./host-places.ts";
import { type PluginList, readPluginList } from "./plugin-entry.ts";

/** A config of OpenCode's that is there, and could be read. */
export interface HostConfig {
  readonly file: ConfigFile;
  readonly read: Exclude<PluginList, { kind: "broken" }>;
}

/** Undefined where there is no such file, and where it is broken and `onBroken` does not throw. */
export function readHostConfig(
  path: string,
  onBroken: (file: ConfigFile, broken: Broken) => void,
): HostConfig | undefined {
  const file = readConfig(path);
  if (file.bytes === undefined) return undefined;
  const read = readPluginList(file.text);
  if (read.kind !== "broken") return { file, read };
  onBroken(file, read);
  return undefined;
}

/** Throws at a broken config: nobody can tell what would have to change in it. */
export function readSoundConfigs(paths: readonly string[]): HostConfig[] {
  return paths.flatMap((path) => readHostConfig(path, stopAtBroken) ?? []);
}

/** The configs of a scope whose lists of plugins OpenCode takes. */
export function readCounting(
  host: HostPlaces,
  scope: Scope,
  readAll: (paths: readonly string[]) => HostConfig[],
): HostConfig[] {
  if (scope === "project") return readAll(host.project);
  const last = readAll(host.global).findLast(namesList);
  return [...(last === undefined ? [] : [last]), ...readAll(host.alsoGlobal)];
}

export function namesList({ read }: HostConfig): boolean {
  return read.kind === "list" && read.list !== undefined;
}

export function hasEntry({ read }: HostConfig, isWanted: (name: string) => boolean): boolean {
  return read.kind === "list" && read.entries.some(({ name }) => isWanted(name.value));
}
