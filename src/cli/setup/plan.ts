import { type PluginList, readPluginList } from "../../config/plugin-entry.ts";
import { toPosition } from "../../config/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../io/config-file.ts";
import type { HostPlaces } from "../../io/host-places.ts";
import type { OrchestratorPlaces } from "../../io/orchestrator-places.ts";
import type { Copy } from "../../io/our-copies.ts";
import { Stop } from "../stop.ts";
import { texts } from "./texts.ts";

export type Scope = "global" | "project";

/** Where the configs may be, seen from the directory in which a host would be started. */
export interface SetupPlaces {
  readonly host: HostPlaces;
  readonly orchestrator: OrchestratorPlaces;
}

export interface ConfigChange {
  readonly file: ConfigFile;
  /** Absent where the file goes. */
  readonly after: string | undefined;
  /** In one line. */
  readonly what: string;
}

/** What install or uninstall would do: data, shown before anything happens. */
export interface SetupPlan {
  readonly changes: readonly ConfigChange[];
  /** To be moved aside. */
  readonly copies: readonly Copy[];
  readonly notes: readonly string[];
}

/** A config of OpenCode's that is there, and could be read. */
export interface HostConfig {
  readonly file: ConfigFile;
  readonly read: Exclude<PluginList, { kind: "broken" }>;
}

/** Throws at one that is broken: whoever does not know what is in a file cannot say what to change. */
export function readHostConfig(path: string): HostConfig | undefined {
  const file = readConfig(path);
  if (file.bytes === undefined) return undefined;
  const read = readPluginList(file.text);
  if (read.kind === "broken") throw new Stop(2, describeBroken(file, read, texts().broken));
  return { file, read };
}

export function describeBroken(
  { path, text }: ConfigFile,
  { offset, problem }: { readonly offset: number; readonly problem: string },
  say: (where: string, problem: string) => string,
): string {
  return say(`${path}:${toPosition(text, offset)}`, problem);
}

export function hasEntry({ read }: HostConfig, isWanted: (name: string) => boolean): boolean {
  return read.kind === "list" && read.entries.some(({ name }) => isWanted(name.value));
}

export function namesList({ read }: HostConfig): boolean {
  return read.kind === "list" && read.list !== undefined;
}
