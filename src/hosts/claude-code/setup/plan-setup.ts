import { dirname } from "node:path";
import { dropMember, putMember } from "../../../formats/edit-jsonc.ts";
import { newJson } from "../../../formats/new-config.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { InstallPlan, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { builtFolder } from "../../own-package.ts";
import { findNoObject, stopAtBroken } from "../../shared/broken-config.ts";
import { byFolder, noteLocal } from "../../shared/local-plugin.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { CLAUDE_CODE } from "../about.ts";
import { MARKETPLACE } from "../words.ts";
import { ENABLED, MARKETPLACES, PLUGIN_ID, ourFiles } from "./settings.ts";

const PUT_IN: Text = {
  en: "the plugin is named and switched on",
  zh: "写明插件的位置并启用它",
};
const GOES: Text = { en: "our plugin goes", zh: "移除我们的插件" };

export function planInstall(
  start: StartPoint,
  scope: Scope,
  folder = builtFolder(CLAUDE_CODE.id),
): InstallPlan {
  const file = readConfig(ourFiles(start, scope)[0]);
  stopAtBroken(file, findNoObject(file.text, [MARKETPLACES, ENABLED]));
  const after = putOurs(file.bytes === undefined ? undefined : file.text, folder);
  return {
    plugin: byFolder(CLAUDE_CODE.name, folder),
    changes: after === file.text ? [] : [{ file, after, what: PUT_IN }],
    copies: [],
    notes: [...noteLocal(folder, scope), ...(scope === "project" ? [noteProject(file)] : [])],
  };
}

/** Removes everything of ours from all files of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const paths = scopes.flatMap((scope) => ourFiles(start, scope));
  const changes = planRemoval(paths, GOES, ({ text }) => dropOurs(text));
  return { changes, copies: [], notes: [] };
}

/** Returns the settings with the entries that make Claude Code load the plugin from this folder. */
export function putOurs(text: string | undefined, folder: string): string {
  const source = { source: { source: "directory", path: folder } };
  if (text === undefined || text.replace(/^\ufeff/, "").trim() === "") {
    return newJson(text, {
      [MARKETPLACES]: { [MARKETPLACE]: source },
      [ENABLED]: { [PLUGIN_ID]: true },
    });
  }
  const known = putMember(text, [MARKETPLACES, MARKETPLACE], source);
  return putMember(known, [ENABLED, PLUGIN_ID], true);
}

export function dropOurs(text: string): string {
  return dropMember(dropMember(text, [ENABLED, PLUGIN_ID]), [MARKETPLACES, MARKETPLACE]);
}

function noteProject({ path }: ConfigFile): Text {
  const root = dirname(dirname(path));
  return {
    en: `Claude Code loads it when it is started in ${root}, not below it, and once you have trusted that folder: it asks the first time. "memory-bank install --global" holds everywhere.`,
    zh: `只有在 ${root} 中启动（而不是其子文件夹），并且信任该文件夹之后（第一次启动时会询问），Claude Code 才会加载它。"memory-bank install --global" 处处有效。`,
  };
}
