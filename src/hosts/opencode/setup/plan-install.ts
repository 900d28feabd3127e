import { basename, dirname } from "node:path";
import { newConfig } from "../../../formats/new-config.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, InstallPlan, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { noteLocal } from "../../shared/note-local.ts";
import {
  type HostConfig,
  hasEntry,
  namesList,
  readCounting,
  readSoundConfigs,
} from "./host-configs.ts";
import { type HostPlaces, hostPlaces } from "./host-places.ts";
import { findCopies } from "./our-copies.ts";
import { isOurEntry } from "./our-entry.ts";
import { planTrigger } from "./plan-trigger.ts";
import { putEntry } from "./plugin-entry.ts";
import { WHY, chooseSpecifier, toTerminalSpecifier } from "./plugin-specifier.ts";

const SCHEMA = "https://opencode.ai/config.json";
const TERMINAL_SCHEMA = "https://opencode.ai/tui.json";
const ADDED: Text = {
  en: "our line is added to its list of plugins",
  zh: "在插件列表中加入我们的一行",
};

export async function planOwnInstall(start: StartPoint, scope: Scope): Promise<InstallPlan> {
  const { specifier, reason } = await chooseSpecifier(ownPackage());
  const why = { en: WHY.en[reason], zh: WHY.zh[reason] };
  return { ...planInstall(start, scope, specifier), plugin: { specifier, reason, why } };
}

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(start: StartPoint, scope: Scope, specifier: string): SetupPlan {
  const host = hostPlaces(start);
  const withEntry = readCounting(host, scope, readSoundConfigs).filter(isInstalledIn);
  const candidates = readSoundConfigs(scope === "global" ? host.global : host.project);
  const chosen = choose(candidates, scope);
  const changes =
    withEntry.length > 0
      ? withEntry.flatMap((config) => changeEntry(config, specifier))
      : [
          addEntry(
            chosen,
            scope === "global" ? host.newGlobal : host.newProject,
            specifier,
            SCHEMA,
          ),
        ];
  const trigger = planTrigger(start, scope);
  return {
    changes: [...changes, ...planTerminal(host, scope, specifier), ...trigger.changes],
    copies: findCopies(scope === "global" ? host.globalFolders : host.projectFolders),
    notes: [
      ...(withEntry.length === 0 ? noteSeveral(candidates, chosen, scope) : []),
      ...noteOther(host, scope),
      ...trigger.notes,
      ...(specifier.startsWith("file:") ? noteLocal(specifier, scope, BY_NAME) : []),
      ...(scope === "project" && host.ignoresProject ? [PROJECT_CONFIG_OFF] : []),
    ],
  };
}

/** The terminal has a config of its own, and is told of us there. */
function planTerminal(host: HostPlaces, scope: Scope, specifier: string): ConfigChange[] {
  const { files, fresh } = host.terminal[scope];
  const configs = readSoundConfigs(files);
  const own = toTerminalSpecifier(specifier);
  const withEntry = configs.filter(isInstalledIn);
  return withEntry.length > 0
    ? withEntry.flatMap((config) => changeEntry(config, own))
    : [addEntry(configs[0], fresh, own, TERMINAL_SCHEMA)];
}

function isInstalledIn(config: HostConfig): boolean {
  return hasEntry(config, (name) => isOurEntry(name, config.file.path));
}

/** Where our entry goes if it is nowhere yet; undefined where a file must be made. */
function choose(candidates: readonly HostConfig[], scope: Scope): HostConfig | undefined {
  if (scope === "project") return candidates[0];
  return candidates.findLast(namesList) ?? candidates.at(-1);
}

function addEntry(
  chosen: HostConfig | undefined,
  fresh: string,
  specifier: string,
  schema: string,
): ConfigChange {
  if (chosen?.read.kind === "list") {
    const after = putEntry(chosen.file.text, specifier, () => false);
    return { file: chosen.file, after, what: ADDED };
  }
  const content = { $schema: schema, plugin: [specifier] };
  if (chosen !== undefined) {
    const { file } = chosen;
    return { file, after: newConfig(file.text, content), what: ADDED };
  }
  return {
    file: readConfig(fresh),
    after: newConfig(undefined, content),
    what: { en: "a new file with our line", zh: "新建文件，只含我们的一行" },
  };
}

function changeEntry({ file }: HostConfig, specifier: string): ConfigChange[] {
  const after = putEntry(file.text, specifier, (name) => isOurEntry(name, file.path));
  if (after === file.text) return [];
  const what = { en: "our line is brought up to date", zh: "把我们的一行更新到最新" };
  return [{ file, after, what }];
}

function noteSeveral(
  candidates: readonly HostConfig[],
  chosen: HostConfig | undefined,
  scope: Scope,
): Text[] {
  if (chosen === undefined) return [];
  const { path } = chosen.file;
  const siblings = candidates
    .map(({ file }) => file.path)
    .filter((other) => other !== path && dirname(other) === dirname(path))
    .map((other) => basename(other));
  if (siblings.length === 0) return [];
  const why =
    scope === "global" && namesList(chosen)
      ? {
          en: "its list of plugins is the one that OpenCode takes",
          zh: "OpenCode 采用的是它的插件列表",
        }
      : { en: "OpenCode reads it last", zh: "OpenCode 最后读它" };
  return [
    {
      en: `${basename(path)} is used and not ${siblings.join(" or ")}: ${why.en}.`,
      zh: `使用 ${basename(path)}，而不是 ${siblings.join("或")}：${why.zh}。`,
    },
  ];
}

/** Installed for all projects and for this one: worth saying, but no reason to stop. */
function noteOther(host: HostPlaces, scope: Scope): Text[] {
  const other = scope === "global" ? "project" : "global";
  try {
    return readCounting(host, other, readSoundConfigs)
      .filter(isInstalledIn)
      .map(({ file: { path } }) => ({
        en: `It is also in ${path}. Once is enough: "memory-bank uninstall --${other}" removes that one.`,
        zh: `${path} 中也有。一处就够："memory-bank uninstall --${other}" 可移除那一处。`,
      }));
  } catch {
    // A config of the other scope that cannot be read is not this command's business.
    return [];
  }
}

const BY_NAME: Text = {
  en: "The npm name could be shared.",
  zh: "用 npm 名称才能共享。",
};
const PROJECT_CONFIG_OFF: Text = {
  en: "OPENCODE_DISABLE_PROJECT_CONFIG is set here: OpenCode does not read a project's config.",
  zh: "这里设置了 OPENCODE_DISABLE_PROJECT_CONFIG：OpenCode 不读项目的配置。",
};
