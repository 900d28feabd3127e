import { join } from "node:path";
import { newConfig } from "../../../formats/new-config.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, InstallPlan, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { noteLocal } from "../../shared/local-plugin.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { OPENCODE } from "../about.ts";
import { dropKeyTrigger, orchestratorFiles, planTrigger } from "./key-trigger.ts";
import { chooseSpecifier, findCopies, isOurEntry, toTerminalSpecifier } from "./our-entry.ts";
import { hostPlaces } from "./places.ts";
import {
  type HostConfig,
  countingConfigs,
  dropEntries,
  putEntry,
  readConfigs,
} from "./plugin-list.ts";

const SCHEMAS = "https://opencode.ai";
const ADDED: Text = {
  en: "our line is added to its list of plugins",
  zh: "在插件列表中加入我们的一行",
};
const NEW_FILE: Text = { en: "a new file with our line", zh: "新建文件，只含我们的一行" };
const UPDATED: Text = { en: "our line is brought up to date", zh: "把我们的一行更新到最新" };
const LINE_GOES: Text = { en: "our line goes", zh: "移除我们的一行" };
const TRIGGER_GOES: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators goes",
  zh: "移除 oh-my-opencode 编排代理的触发规则",
};

export function planOwnInstall(start: StartPoint, scope: Scope): InstallPlan {
  const plugin = chooseSpecifier(ownPackage());
  return { ...planInstall(start, scope, plugin.specifier), plugin };
}

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(start: StartPoint, scope: Scope, specifier: string): SetupPlan {
  const host = hostPlaces(start);
  const isGlobal = scope === "global";
  const configs = readConfigs(isGlobal ? host.user : host.more.project);
  // Of the user's several lists OpenCode takes the last, of a project's files it reads the nearest last.
  const chosen = isGlobal
    ? (configs.findLast(({ hasList }) => hasList) ?? configs.at(-1))
    : configs[0];
  const terminals = readConfigs(host.terminal[scope]);
  const fresh = host.fresh[scope];
  const trigger = planTrigger(start, scope);
  return {
    changes: [
      ...planEntry(countingConfigs(host, scope), chosen, {
        fresh: join(fresh, "opencode.jsonc"),
        specifier,
        schema: `${SCHEMAS}/config.json`,
      }),
      // The terminal has a config of its own, and is told of us there.
      ...planEntry(terminals, terminals[0], {
        fresh: join(fresh, "tui.json"),
        specifier: toTerminalSpecifier(specifier),
        schema: `${SCHEMAS}/tui.json`,
      }),
      ...trigger.changes,
    ],
    copies: findCopies(host.folders[scope]),
    notes: [
      ...trigger.notes,
      ...(specifier.startsWith("file:") ? noteLocal(specifier, scope) : []),
    ],
  };
}

/** Everything of ours, in every file of these scopes, those that do not count included. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const host = hostPlaces(start);
  const configs = scopes.flatMap((scope) => [
    ...(scope === "global" ? host.user : []),
    ...host.more[scope],
    ...host.terminal[scope],
  ]);
  const lines = planRemoval(OPENCODE.name, configs, LINE_GOES, ({ text, path }) =>
    dropEntries(text, (entry) => isOurEntry(entry, path)),
  );
  const triggers = scopes.flatMap((scope) => orchestratorFiles(start, scope));
  const trigger = planRemoval(OPENCODE.name, triggers, TRIGGER_GOES, ({ text }) =>
    dropKeyTrigger(text),
  );
  return {
    changes: [...lines.changes, ...trigger.changes],
    copies: findCopies([...new Set(scopes.flatMap((scope) => host.folders[scope]))]),
    notes: [...lines.notes, ...trigger.notes],
  };
}

interface Wanted {
  /** What to make where there is no config. */
  readonly fresh: string;
  readonly specifier: string;
  readonly schema: string;
}

/** Our entry is changed where it is; where it is nowhere, it goes into the chosen config. */
function planEntry(
  counting: readonly HostConfig[],
  chosen: HostConfig | undefined,
  { fresh, specifier, schema }: Wanted,
): ConfigChange[] {
  const withEntry = counting.filter(({ file, entries }) =>
    entries.some(({ name }) => isOurEntry(name.value, file.path)),
  );
  const isThere = withEntry.length > 0;
  if (!isThere && chosen === undefined) {
    const after = newConfig(undefined, { $schema: schema, plugin: [specifier] });
    return [{ file: readConfig(fresh), after, what: NEW_FILE }];
  }
  const targets = chosen === undefined || isThere ? withEntry : [chosen];
  return targets.flatMap(({ file }) => {
    const isOurs = (name: string) => isOurEntry(name, file.path);
    const after = putEntry(file.text, specifier, isOurs, schema);
    return after === file.text ? [] : [{ file, after, what: isThere ? UPDATED : ADDED }];
  });
}
