import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../../../io/disk/read.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import type { Text } from "../../../types.ts";
import type { InstallPlan, Scope, SetupPlan, StartPoint } from "../../host.ts";
import { type OwnPackage, ownPackage } from "../../own-package.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";
import { noteLocal } from "../../shared/note-local.ts";
import { planRemoval } from "../../shared/plan-removal.ts";
import { CLAUDE_CODE } from "../about.ts";
import { dropOurs, findBroken, putOurs } from "./our-members.ts";
import { settingsPlaces } from "./settings-places.ts";
import { isTrusted } from "./trust.ts";

const WHY: Text = {
  en: "by folder: Claude Code runs it where it is",
  zh: "用文件夹：Claude Code 就地运行它",
};
const NEW_FILE: Text = { en: "a new file with our two lines", zh: "新建文件，只含我们的两项" };
const PUT_IN: Text = {
  en: "the plugin is named and switched on",
  zh: "写明插件的位置并启用它",
};
const EACH: Text = {
  en: "In a team each installs it for themselves.",
  zh: "团队中每个人各自安装。",
};
const GOES: Text = { en: "our plugin goes", zh: "移除我们的插件" };

export function planInstall(
  start: StartPoint,
  scope: Scope,
  folder = pluginFolder(ownPackage()),
): InstallPlan {
  const file = readConfig(settingsPlaces(start).written[scope]);
  const broken = findBroken(file.text);
  if (broken !== undefined) stopAtBroken(file, broken);
  const isNew = file.bytes === undefined;
  const after = putOurs(isNew ? undefined : file.text, folder);
  return {
    plugin: { specifier: folder, reason: "folder", why: WHY },
    changes: after === file.text ? [] : [{ file, after, what: isNew ? NEW_FILE : PUT_IN }],
    copies: [],
    notes: [
      ...noteComments(file),
      ...noteLocal(folder, scope, EACH),
      ...(scope === "project" ? noteProject(start, file) : []),
    ],
  };
}

/** Everything of ours, in every file of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const { all } = settingsPlaces(start);
  const paths = scopes.flatMap((scope) => all[scope]);
  const plan = planRemoval(CLAUDE_CODE.name, paths, GOES, ({ text }) => dropOurs(text));
  return { ...plan, copies: [] };
}

export function pluginFolder({ root }: OwnPackage): string {
  const folder = join(root, "dist", "claude-code");
  if (existsSync(join(folder, "server.js"))) return folder;
  throw new DiskError("other", `${folder} is missing. Build it first: npm run build`);
}

/** It edits such a file as well, but Claude Code reads nothing of it. */
function noteComments({ path, text }: ConfigFile): Text[] {
  const plain = text.replace(/^\ufeff/, "");
  const isRead = plain.trim() === "" || attempt(() => (JSON.parse(plain), true), false);
  if (isRead) return [];
  return [
    {
      en: `Claude Code reads nothing of ${path}: it takes neither comments nor trailing commas. Take them out.`,
      zh: `Claude Code 完全不读 ${path}：它不接受注释和多余的逗号。请去掉它们。`,
    },
  ];
}

function noteProject(start: StartPoint, { path }: ConfigFile): Text[] {
  const root = dirname(dirname(path));
  const trusted: Text = {
    en: `Claude Code loads it once you have trusted ${root}: it asks when you start "claude" there.`,
    zh: `信任 ${root} 之后 Claude Code 才会加载它：在那里启动 "claude" 时会询问。`,
  };
  const here: Text = {
    en: `Claude Code reads it only when it is started in ${root}, not below it. "memory-bank install --global" holds everywhere.`,
    zh: `只有在 ${root} 中启动（而不是其子文件夹），Claude Code 才会读它。"memory-bank install --global" 处处有效。`,
  };
  return [...(isTrusted(start) ? [] : [trusted]), ...(root === start.directory ? [] : [here])];
}
