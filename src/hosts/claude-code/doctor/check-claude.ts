import { join } from "node:path";
import { readJson } from "../../../io/disk/read.ts";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import {
  checkGiven,
  checkServed,
  installAgain,
  ownMemory,
  unreadable,
} from "../../shared/doctor/check-served.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { CLAUDE_CODE } from "../about.ts";
import {
  PLUGIN_ID,
  type SettingsFile,
  environmentIn,
  findOurs,
  readSettingsFiles,
  userFolder,
} from "../setup/settings.ts";

const NAME = "plugin entry";
const INSTALL = installAgain(CLAUDE_CODE);

/** Checks Claude Code's version, the Node that it would start, and its settings for the plugin. */
export function checkClaude(start: StartPoint): Check[] {
  return [...checkServed(CLAUDE_CODE, start), ...checkSettings(start, ownPackage().version)];
}

/** Checks that Claude Code loads the plugin, in this version, and that hooks of plugins are not switched off. */
export function checkSettings(start: StartPoint, version: string): Check[] {
  const files = readSettingsFiles(start);
  const why = "it is no JSON. Comments and trailing commas are not allowed";
  return [
    ...files.flatMap(({ path, value }) => (value === undefined ? [unreadable(path, why)] : [])),
    checkEntry(start, files, version),
    ...files.flatMap((file) => checkGiven(environmentIn([file]), file.path, start)),
    ...checkSwitches(files),
    ...(hasOwnMemory(start, files) ? [ownMemory(CLAUDE_CODE)] : []),
  ];
}

function hasOwnMemory({ machine }: StartPoint, files: readonly SettingsFile[]): boolean {
  const env: NodeJS.ProcessEnv = { ...machine.env, ...environmentIn(files) };
  const isOff = ["1", "true"].includes(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] ?? "");
  return !isOff && files.every(({ value }) => field(value, "autoMemoryEnabled") !== false);
}

function checkEntry(start: StartPoint, files: readonly SettingsFile[], own: string): Check {
  const { isEnabled, enabled } = findOurs(files);
  if (enabled === undefined) {
    const what = {
      en: "Claude Code's settings do not name the plugin",
      zh: "Claude Code 的设置中没有插件",
    };
    return problem(NAME, what, INSTALL);
  }
  const { path, kind } = enabled;
  if (!isEnabled) {
    const what = { en: `${path} switches the plugin off`, zh: `${path} 关闭了插件` };
    return problem(NAME, what, { en: "set it to true there", zh: "请在该处设为 true" });
  }
  const folders = foldersOf(start, files);
  const folder = folders.find((each) => versionIn(each) !== undefined);
  if (folder === undefined) {
    const what = {
      en: `${path} switches it on, but it is not at ${folders[0] ?? "any place that Claude Code knows"}`,
      zh: `${path} 启用了它，但它不在 ${folders[0] ?? "Claude Code 知道的任何位置"}`,
    };
    return problem(NAME, what, INSTALL);
  }
  const version = versionIn(folder);
  const en = `${version} at ${folder}, switched on in ${path}${kind === "user" ? "" : "; it acts once you have trusted that folder"}`;
  const zh = `${folder}，版本 ${version}，在 ${path} 中启用${kind === "user" ? "" : "；信任该文件夹之后才生效"}`;
  return version !== own
    ? warning(NAME, { en: `${en}; this is ${own}`, zh: `${zh}；当前为 ${own}` }, INSTALL)
    : ok(NAME, { en, zh });
}

function versionIn(folder: string): string | undefined {
  return textField(readJson(join(folder, ".claude-plugin", "plugin.json")), "version");
}

/** Folders that may have the plugin: the one that the settings name, then the one that Claude Code installed. */
function foldersOf({ machine }: StartPoint, files: readonly SettingsFile[]): string[] {
  const { folder } = findOurs(files);
  const fetched = readJson(join(userFolder(machine), "plugins", "installed_plugins.json"));
  const installed = listIn(field(fetched, "plugins"), PLUGIN_ID).at(-1);
  return [folder, textField(installed, "installPath")].filter((each) => each !== undefined);
}

/** Settings that switch all hooks off. Flags given when Claude Code is started cannot be seen here. */
function checkSwitches(files: readonly SettingsFile[]): Check[] {
  const off = files.filter(({ value }) => field(value, "disableAllHooks") === true);
  return off.map(({ path }) =>
    problem(
      "switches",
      {
        en: `disableAllHooks in ${path}: Claude Code does not ask the plugin, nothing is guarded`,
        zh: `${path} 中的 disableAllHooks：Claude Code 不询问插件，没有任何守护`,
      },
      { en: "take it away, or ask who set it", zh: "请去掉它，或询问设置它的人" },
    ),
  );
}
