import { dirname } from "node:path";
import { dropMember, putMember } from "../../../formats/edit-members.ts";
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
import { ENABLED, MARKETPLACES, PLUGIN_ID, ourFiles, writtenFile } from "./settings.ts";

const NEW_FILE: Text = { en: "a new file with our two lines", zh: "新建文件，只含我们的两项" };
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
  const file = readConfig(writtenFile(start, scope));
  const broken = findBroken(file.text);
  if (broken !== undefined) stopAtBroken(file, broken);
  const isNew = file.bytes === undefined;
  const after = putOurs(isNew ? undefined : file.text, folder);
  return {
    plugin: byFolder(CLAUDE_CODE.name, folder),
    changes: after === file.text ? [] : [{ file, after, what: isNew ? NEW_FILE : PUT_IN }],
    copies: [],
    notes: [...noteLocal(folder, scope), ...(scope === "project" ? noteProject(start, file) : [])],
  };
}

/** Everything of ours, in every file of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const paths = scopes.flatMap((scope) => ourFiles(start, scope));
  const plan = planRemoval(CLAUDE_CODE.name, paths, GOES, ({ text }) => dropOurs(text));
  return { ...plan, copies: [] };
}

/** A text of settings in which Claude Code finds the plugin in this folder, and loads it. */
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

/** Why nothing can be put into a text of settings. */
export function findBroken(text: string) {
  return findNoObject(text, [MARKETPLACES, ENABLED]);
}

function noteProject(start: StartPoint, { path }: ConfigFile): Text[] {
  const root = dirname(dirname(path));
  const trusted: Text = {
    en: `Claude Code loads it once you have trusted ${root}: it asks when you start "claude" there for the first time.`,
    zh: `信任 ${root} 之后 Claude Code 才会加载它：第一次在那里启动 "claude" 时会询问。`,
  };
  const here: Text = {
    en: `Claude Code reads it only when it is started in ${root}, not below it. "memory-bank install --global" holds everywhere.`,
    zh: `只有在 ${root} 中启动（而不是其子文件夹），Claude Code 才会读它。"memory-bank install --global" 处处有效。`,
  };
  return [trusted, ...(root === start.directory ? [] : [here])];
}
