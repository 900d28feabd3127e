import type { ConfigFile } from "../../io/disk/config-file.ts";
import { type Broken, type HostConfig, placeOf, readHostConfig } from "../../io/host-configs.ts";
import type { HostPlaces } from "../../io/host-places.ts";
import type { OrchestratorPlaces } from "../../io/orchestrator-places.ts";
import type { Copy } from "../../io/our-copies.ts";
import { Stop } from "../stop.ts";
import { texts } from "./texts.ts";

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

/** Throws at a config that is broken: whoever does not know what is in a file cannot say what to change. */
export function readSoundConfig(path: string): HostConfig | undefined {
  return readHostConfig(path, stopAtBroken);
}

export function stopAtBroken(file: ConfigFile, broken: Broken): never {
  throw new Stop(2, texts().broken(placeOf(file, broken.offset), broken.problem));
}

export function hasEntry({ read }: HostConfig, isWanted: (name: string) => boolean): boolean {
  return read.kind === "list" && read.entries.some(({ name }) => isWanted(name.value));
}
