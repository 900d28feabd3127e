import { toPosition } from "../formats/parse-jsonc.ts";
import { type PluginList, readPluginList } from "../config/plugin-entry.ts";
import { type ConfigFile, readConfig } from "./disk/config-file.ts";
import type { HostPlaces } from "./host-places.ts";

export type Scope = "global" | "project";

/** A config of OpenCode's that is there, and could be read. */
export interface HostConfig {
  readonly file: ConfigFile;
  readonly read: Exclude<PluginList, { kind: "broken" }>;
}

export type Broken = Extract<PluginList, { kind: "broken" }>;

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

/** The configs of a scope whose lists of plugins OpenCode takes. */
export function readCounting(
  host: HostPlaces,
  scope: Scope,
  read: (path: string) => HostConfig | undefined,
): HostConfig[] {
  const readAll = (paths: readonly string[]) => paths.flatMap((path) => read(path) ?? []);
  if (scope === "project") return readAll(host.project);
  const last = readAll(host.global).findLast(namesList);
  return [...(last === undefined ? [] : [last]), ...readAll(host.alsoGlobal)];
}

export function namesList({ read }: HostConfig): boolean {
  return read.kind === "list" && read.list !== undefined;
}

/** `file:line:column`, as editors and terminals take it. */
export function placeOf({ path, text }: ConfigFile, offset: number): string {
  return `${path}:${toPosition(text, offset)}`;
}
