import { newConfig } from "../../../formats/new-config.ts";
import { parseJsonc } from "../../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, InstallPlan, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { noteLocal } from "../../shared/local-plugin.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { OPENCODE } from "../about.ts";
import { ONLY_TRIGGER, dropKeyTrigger, hasKeyTrigger, putKeyTrigger } from "./key-trigger.ts";
import { findCopies } from "./our-copies.ts";
import { chooseSpecifier, isOurEntry, toTerminalSpecifier } from "./our-entry.ts";
import { type OrchestratorPlace, hostPlaces, orchestratorPlaces } from "./places.ts";
import {
  type HostConfig,
  addEntry,
  dropEntries,
  putEntry,
  readCounting,
  readSoundConfigs,
} from "./plugin-list.ts";

const SCHEMA = "https://opencode.ai/config.json";
const TERMINAL_SCHEMA = "https://opencode.ai/tui.json";
const ADDED: Text = {
  en: "our line is added to its list of plugins",
  zh: "在插件列表中加入我们的一行",
};
const NEW_FILE: Text = { en: "a new file with our line", zh: "新建文件，只含我们的一行" };
const UPDATED: Text = { en: "our line is brought up to date", zh: "把我们的一行更新到最新" };
const LINE_GOES: Text = { en: "our line goes", zh: "移除我们的一行" };
const BY_NAME: Text = {
  en: "The npm name could be shared.",
  zh: "用 npm 名称才能共享。",
};
const PROJECT_CONFIG_OFF: Text = {
  en: "OPENCODE_DISABLE_PROJECT_CONFIG is set here: OpenCode does not read a project's config.",
  zh: "这里设置了 OPENCODE_DISABLE_PROJECT_CONFIG：OpenCode 不读项目的配置。",
};
const TRIGGER_ADDED: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators is put in",
  zh: "为 oh-my-opencode 的编排代理加入触发规则",
};
const TRIGGER_GOES: Text = {
  en: "the key trigger for oh-my-opencode's orchestrators goes",
  zh: "移除 oh-my-opencode 编排代理的触发规则",
};
const TRIGGER_IS_GLOBAL: Text = {
  en: 'oh-my-opencode is set up for all projects: "memory-bank install --global" adds the key trigger there.',
  zh: 'oh-my-opencode 是为所有项目设置的："memory-bank install --global" 会在那里加入触发规则。',
};

export function planOwnInstall(start: StartPoint, scope: Scope): InstallPlan {
  const plugin = chooseSpecifier(ownPackage());
  return { ...planInstall(start, scope, plugin.specifier), plugin };
}

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(start: StartPoint, scope: Scope, specifier: string): SetupPlan {
  const host = hostPlaces(start);
  const isGlobal = scope === "global";
  const configs = readSoundConfigs(isGlobal ? host.user : host.more.project);
  // Of the user's several lists OpenCode takes the last, of a project's files it reads the nearest last.
  const chosen = isGlobal
    ? (configs.findLast(({ hasList }) => hasList) ?? configs.at(-1))
    : configs[0];
  const terminals = readSoundConfigs(host.terminal[scope]);
  const { config, terminal } = host.fresh[scope];
  const trigger = planTrigger(start, scope);
  return {
    changes: [
      ...planEntry(readCounting(host, scope, readSoundConfigs), chosen, {
        fresh: config,
        specifier,
        schema: SCHEMA,
      }),
      // The terminal has a config of its own, and is told of us there.
      ...planEntry(terminals, terminals[0], {
        fresh: terminal,
        specifier: toTerminalSpecifier(specifier),
        schema: TERMINAL_SCHEMA,
      }),
      ...trigger.changes,
    ],
    copies: findCopies(host.folders[scope]),
    notes: [
      ...trigger.notes,
      ...(specifier.startsWith("file:") ? noteLocal(specifier, scope, BY_NAME) : []),
      ...(!isGlobal && host.ignoresProject ? [PROJECT_CONFIG_OFF] : []),
    ],
  };
}

/** Everything of ours, in every file of these scopes, those that do not count included. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const host = hostPlaces(start);
  const orchestrator = orchestratorPlaces(start);
  const configs = scopes.flatMap((scope) => [
    ...(scope === "global" ? host.user : []),
    ...host.more[scope],
    ...host.terminal[scope],
  ]);
  const triggers = scopes.flatMap((scope) => orchestrator[scope].files.map(({ path }) => path));
  const lines = planRemoval(OPENCODE.name, configs, LINE_GOES, ({ text, path }) =>
    dropEntries(text, (entry) => isOurEntry(entry, path)),
  );
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
  if (withEntry.length > 0) {
    return withEntry.flatMap(({ file }) => {
      const after = putEntry(file.text, specifier, (name) => isOurEntry(name, file.path));
      return after === file.text ? [] : [{ file, after, what: UPDATED }];
    });
  }
  if (chosen !== undefined)
    return [{ file: chosen.file, after: addEntry(chosen, specifier, schema), what: ADDED }];
  const after = newConfig(undefined, { $schema: schema, plugin: [specifier] });
  return [{ file: readConfig(fresh), after, what: NEW_FILE }];
}

type TriggerPlan = Pick<SetupPlan, "changes" | "notes">;

/** The key trigger for oh-my-opencode's orchestrators; nothing where it is not in use. */
function planTrigger(start: StartPoint, scope: Scope): TriggerPlan {
  const places = orchestratorPlaces(start);
  const user = findConfig(places.global.files);
  // What a project says of an agent's prompt would hide what the user's own config says of it.
  if (scope === "project" && (user !== undefined || usesOrchestrator(start, "global"))) {
    const isThere = user !== undefined && hasKeyTrigger(user.file.text);
    return { changes: [], notes: isThere ? [] : [TRIGGER_IS_GLOBAL] };
  }
  const config = scope === "global" ? user : findConfig(places.project.files);
  if (config !== undefined) return putTrigger(config);
  if (!usesOrchestrator(start, scope)) return { changes: [], notes: [] };
  const file = readConfig(places[scope].fresh);
  const after = newConfig(undefined, ONLY_TRIGGER);
  return { changes: [{ file, after, what: TRIGGER_ADDED }], notes: [] };
}

interface OrchestratorConfig extends OrchestratorPlace {
  readonly file: ConfigFile;
}

function putTrigger({ file, isShared, path }: OrchestratorConfig): TriggerPlan {
  const isEmpty = parseJsonc(file.text).kind === "empty";
  const { text, skipped } = isEmpty
    ? {
        text: newConfig(file.text, isShared ? { "[opencode]": ONLY_TRIGGER } : ONLY_TRIGGER),
        skipped: [],
      }
    : putKeyTrigger(file.text, isShared);
  return {
    changes: text === file.text ? [] : [{ file, after: text, what: TRIGGER_ADDED }],
    notes: skipped.map((agent) => ({
      en: `oh-my-opencode: ${agent} gets no key trigger, because its prompt_append in ${path} names a file or cannot be added to.`,
      zh: `oh-my-opencode：${agent} 不加触发规则，因为 ${path} 中它的 prompt_append 指向文件，或无法追加。`,
    })),
  };
}

function findConfig(places: readonly OrchestratorPlace[]): OrchestratorConfig | undefined {
  for (const place of places) {
    const file = readConfig(place.path);
    if (file.bytes === undefined) continue;
    const parsed = parseJsonc(file.text);
    if (parsed.kind === "broken") stopAtBroken(file, parsed);
    return { ...place, file };
  }
  return undefined;
}

/** Also under its newer name, pinned, or as a file. */
const ORCHESTRATOR =
  /^(?:(?:npm:)?(?:@code-yeongyu\/)?|file:.*[\\/])oh-my-open(?:code|agent)(?:[@\\/]|$)/i;

export function isOrchestrator(plugin: string): boolean {
  return ORCHESTRATOR.test(plugin);
}

function usesOrchestrator(start: StartPoint, scope: Scope): boolean {
  const host = hostPlaces(start);
  const paths = [...(scope === "global" ? host.user : []), ...host.more[scope]];
  return readSoundConfigs(paths).some(({ entries }) =>
    entries.some(({ name }) => isOrchestrator(name.value)),
  );
}
