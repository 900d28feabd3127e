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
import { hostPlaces } from "./host-places.ts";
import { findCopies } from "./our-copies.ts";
import { isOurEntry } from "./our-entry.ts";
import { planTrigger } from "./plan-trigger.ts";
import { putEntry } from "./plugin-entry.ts";
import { chooseSpecifier, toTerminalSpecifier } from "./plugin-specifier.ts";

const SCHEMA = "https://opencode.ai/config.json";
const TERMINAL_SCHEMA = "https://opencode.ai/tui.json";
const ADDED: Text = {
  en: "our line is added to its list of plugins",
  zh: "在插件列表中加入我们的一行",
};
const NEW_FILE: Text = { en: "a new file with our line", zh: "新建文件，只含我们的一行" };
const UPDATED: Text = { en: "our line is brought up to date", zh: "把我们的一行更新到最新" };
const BY_NAME: Text = {
  en: "The npm name could be shared.",
  zh: "用 npm 名称才能共享。",
};
const PROJECT_CONFIG_OFF: Text = {
  en: "OPENCODE_DISABLE_PROJECT_CONFIG is set here: OpenCode does not read a project's config.",
  zh: "这里设置了 OPENCODE_DISABLE_PROJECT_CONFIG：OpenCode 不读项目的配置。",
};

export function planOwnInstall(start: StartPoint, scope: Scope): InstallPlan {
  const plugin = chooseSpecifier(ownPackage());
  return { ...planInstall(start, scope, plugin.specifier), plugin };
}

/** One entry in the config that counts, none of our copies, and the key trigger where oh-my-opencode is in use. */
export function planInstall(start: StartPoint, scope: Scope, specifier: string): SetupPlan {
  const host = hostPlaces(start);
  const isGlobal = scope === "global";
  const configs = readSoundConfigs(isGlobal ? host.global : host.project);
  // Of the user's several lists OpenCode takes the last, of a project's files it reads the nearest last.
  const chosen = isGlobal ? (configs.findLast(namesList) ?? configs.at(-1)) : configs[0];
  const terminal = host.terminal[scope];
  const terminals = readSoundConfigs(terminal.files);
  const trigger = planTrigger(start, scope);
  return {
    changes: [
      ...planEntry(readCounting(host, scope, readSoundConfigs), chosen, {
        fresh: isGlobal ? host.newGlobal : host.newProject,
        specifier,
        schema: SCHEMA,
      }),
      // The terminal has a config of its own, and is told of us there.
      ...planEntry(terminals, terminals[0], {
        fresh: terminal.fresh,
        specifier: toTerminalSpecifier(specifier),
        schema: TERMINAL_SCHEMA,
      }),
      ...trigger.changes,
    ],
    copies: findCopies(isGlobal ? host.globalFolders : host.projectFolders),
    notes: [
      ...trigger.notes,
      ...(specifier.startsWith("file:") ? noteLocal(specifier, scope, BY_NAME) : []),
      ...(!isGlobal && host.ignoresProject ? [PROJECT_CONFIG_OFF] : []),
    ],
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
  const withEntry = counting.filter(({ file, read }) =>
    hasEntry({ file, read }, (name) => isOurEntry(name, file.path)),
  );
  if (withEntry.length > 0) {
    return withEntry.flatMap(({ file }) => {
      const after = putEntry(file.text, specifier, (name) => isOurEntry(name, file.path));
      return after === file.text ? [] : [{ file, after, what: UPDATED }];
    });
  }
  const content = { $schema: schema, plugin: [specifier] };
  if (chosen === undefined)
    return [{ file: readConfig(fresh), after: newConfig(undefined, content), what: NEW_FILE }];
  const { file, read } = chosen;
  const after =
    read.kind === "list"
      ? putEntry(file.text, specifier, () => false)
      : newConfig(file.text, content);
  return [{ file, after, what: ADDED }];
}
