import { join } from "node:path";
import { newConfig } from "../../../formats/new-config.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { noteLocal } from "../../shared/local-plugin.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { type HostConfig, countingConfigs, readConfigs } from "./configs.ts";
import { dropKeyTrigger, orchestratorFiles, planTrigger } from "./key-trigger.ts";
import { findCopies, isOurEntry } from "./our-entry.ts";
import { hostPlaces } from "./places.ts";
import { dropEntries, putEntry } from "./plugin-list.ts";

const ADDED: Text = {
  en: "our line is added to its list of plugins",
  zh: "在插件列表中加入我们的一行",
};
const UPDATED: Text = { en: "our line is brought up to date", zh: "把我们的一行更新到最新" };
const LINE_GOES: Text = { en: "our line goes", zh: "移除我们的一行" };
const TRIGGER_GOES: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators goes",
  zh: "移除 oh-my-opencode 编排代理的触发规则",
};

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(start: StartPoint, scope: Scope, specifier: string): SetupPlan {
  const host = hostPlaces(start);
  const fresh = host.fresh[scope];
  return {
    changes: [
      ...planEntry(
        countingConfigs(host, scope),
        join(fresh, "opencode.jsonc"),
        specifier,
        "config",
      ),
      // The terminal has its own config. It finds its own part of a package by itself.
      ...planEntry(
        readConfigs(host.terminal[scope]),
        join(fresh, "tui.json"),
        specifier.startsWith("file:") ? `${specifier}/dist/tui.js` : specifier,
        "tui",
      ),
      ...(scope === "global" ? planTrigger(start) : []),
    ],
    copies: findCopies(host.folders[scope]),
    notes: specifier.startsWith("file:") ? noteLocal(specifier, scope) : [],
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
  const lines = planRemoval(configs, LINE_GOES, ({ text, path }) =>
    dropEntries(text, (entry) => isOurEntry(entry, path)),
  );
  const triggers = scopes.flatMap((scope) => orchestratorFiles(start, scope));
  const trigger = planRemoval(triggers, TRIGGER_GOES, ({ text }) => dropKeyTrigger(text));
  return {
    changes: [...lines, ...trigger],
    copies: findCopies(scopes.flatMap((scope) => host.folders[scope])),
    notes: [],
  };
}

/** Our entry is changed where it is; where it is nowhere, it goes into the first of these configs, else a fresh one. */
function planEntry(
  configs: readonly HostConfig[],
  fresh: string,
  specifier: string,
  kind: "config" | "tui",
): ConfigChange[] {
  const schema = `https://opencode.ai/${kind}.json`;
  for (const { file, broken } of configs) stopAtBroken(file, broken);
  const withEntry = configs.filter(({ ours }) => ours.length > 0);
  const [targets, what] =
    withEntry.length > 0 ? [withEntry, UPDATED] : [configs.slice(0, 1), ADDED];
  if (targets.length === 0) {
    const after = newConfig(undefined, { $schema: schema, plugin: [specifier] });
    return [{ file: readConfig(fresh), after, what: ADDED }];
  }
  return targets.flatMap(({ file }) => {
    const isOurs = (name: string) => isOurEntry(name, file.path);
    const after = putEntry(file.text, specifier, isOurs, schema);
    return after === file.text ? [] : [{ file, after, what }];
  });
}
