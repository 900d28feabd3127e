import { basename, dirname } from "node:path";
import { newConfig } from "../../formats/new-config.ts";
import { putEntry } from "../../config/plugin-entry.ts";
import { readConfig } from "../../io/disk/config-file.ts";
import { type HostConfig, type Scope, namesList, readCounting } from "../../io/host-configs.ts";
import { findCopies } from "../../io/our-copies.ts";
import { isOurEntry } from "../../io/our-entry.ts";
import {
  type ConfigChange,
  type SetupPlaces,
  type SetupPlan,
  hasEntry,
  readSoundConfig,
} from "./plan.ts";
import { planTrigger } from "./plan-trigger.ts";
import { texts } from "./texts.ts";

const SCHEMA = "https://opencode.ai/config.json";

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(places: SetupPlaces, scope: Scope, specifier: string): SetupPlan {
  const { host } = places;
  const configs = readCounting(host, scope, readSoundConfig);
  const withEntry = configs.filter(isInstalledIn);
  const chosen = choose(places, scope);
  const changes =
    withEntry.length > 0
      ? withEntry.flatMap((config) => changeEntry(config, specifier))
      : [addEntry(chosen, scope === "global" ? host.newGlobal : host.newProject, specifier)];
  const trigger = planTrigger(places, scope);
  return {
    changes: [...changes, ...trigger.changes],
    copies: findCopies(scope === "global" ? host.globalFolders : host.projectFolders),
    notes: [
      ...(withEntry.length === 0 && chosen !== undefined ? noteSeveral(places, scope, chosen) : []),
      ...noteOther(places, scope),
      ...trigger.notes,
    ],
  };
}

function isInstalledIn(config: HostConfig): boolean {
  return hasEntry(config, (name) => isOurEntry(name, config.file.path));
}

function readAll(paths: readonly string[]): HostConfig[] {
  return paths.flatMap((path) => readSoundConfig(path) ?? []);
}

/** Where our entry goes if it is nowhere yet; undefined where a file must be made. */
function choose({ host }: SetupPlaces, scope: Scope): HostConfig | undefined {
  if (scope === "project") return readAll(host.project)[0];
  const files = readAll(host.global);
  return files.findLast(namesList) ?? files.at(-1);
}

function addEntry(chosen: HostConfig | undefined, fresh: string, specifier: string): ConfigChange {
  if (chosen?.read.kind === "list") {
    const after = putEntry(chosen.file.text, specifier, () => false);
    return { file: chosen.file, after, what: texts().lineAdded };
  }
  const file = chosen?.file ?? readConfig(fresh);
  const before = chosen?.file.text;
  const after = newConfig(before, { $schema: SCHEMA, plugin: [specifier] });
  return { file, after, what: before === undefined ? texts().fileMade : texts().lineAdded };
}

function changeEntry({ file }: HostConfig, specifier: string): ConfigChange[] {
  const after = putEntry(file.text, specifier, (name) => isOurEntry(name, file.path));
  return after === file.text ? [] : [{ file, after, what: texts().lineChanged }];
}

function noteSeveral({ host }: SetupPlaces, scope: Scope, chosen: HostConfig): string[] {
  const { path } = chosen.file;
  const siblings = readAll(scope === "global" ? host.global : host.project)
    .map((config) => config.file.path)
    .filter((other) => other !== path && dirname(other) === dirname(path));
  if (siblings.length === 0) return [];
  const hasTheList = scope === "global" && namesList(chosen);
  return [
    texts().severalFiles(
      basename(path),
      siblings.map((at) => basename(at)),
      hasTheList,
    ),
  ];
}

/** Installed for all projects and for this one: worth saying, but no reason to stop. */
function noteOther({ host }: SetupPlaces, scope: Scope): string[] {
  const other = scope === "global" ? "project" : "global";
  try {
    return readCounting(host, other, readSoundConfig)
      .filter(isInstalledIn)
      .map(({ file }) => texts().alsoIn(file.path, other));
  } catch {
    // A config of the other scope that cannot be read is not this command's business.
    return [];
  }
}
