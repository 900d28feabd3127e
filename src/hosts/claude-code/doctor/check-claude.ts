import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
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
import { compareVersions, isVersion } from "../../shared/doctor/versions.ts";
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
import { PLUGIN } from "../words.ts";
import { TRIAL } from "./trial.ts";

const NAME = "plugin entry";
const INSTALL = installAgain(CLAUDE_CODE);

/** Its version, the plugin in the Node that it would start, what its settings say of us. */
export async function checkClaude(start: StartPoint, isLive: boolean): Promise<Check[]> {
  return [
    ...(await checkServed(CLAUDE_CODE, TRIAL, start, isLive)),
    ...checkSettings(start, ownPackage().version),
    ...ownMemory(CLAUDE_CODE, hasOwnMemory(start)),
  ];
}

/** Is Claude Code told to load the plugin, and this one; does it ask any plugin? */
export function checkSettings(start: StartPoint, version: string): Check[] {
  const files = readSettingsFiles(start);
  const why = "it is no JSON. Comments and trailing commas are not allowed";
  return [
    ...files.flatMap(({ path, value }) => (value === undefined ? [unreadable(path, why)] : [])),
    checkEntry(start, files, version),
    ...files.flatMap((file) => checkGiven(environmentIn([file]), file.path, start)),
    ...checkSwitches(files),
  ];
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
  const folder = actingFolder(start, files);
  const manifest = readJson(join(folder ?? "", ".claude-plugin", "plugin.json"));
  const version = textField(manifest, "version");
  if (folder === undefined || version === undefined) {
    const what = {
      en: `${path} switches it on, but it is not at ${folder ?? "any place that Claude Code knows"}`,
      zh: `${path} 启用了它，但它不在 ${folder ?? "Claude Code 知道的任何位置"}`,
    };
    return problem(NAME, what, INSTALL);
  }
  const en = `${version} at ${folder}, switched on in ${path}${kind === "user" ? "" : "; it acts once you have trusted that folder"}`;
  const zh = `${folder}，版本 ${version}，在 ${path} 中启用${kind === "user" ? "" : "；信任该文件夹之后才生效"}`;
  const isOther = isVersion(version) && compareVersions(version, own) !== 0;
  return isOther
    ? warning(NAME, { en: `${en}; this is ${own}`, zh: `${zh}；当前为 ${own}` }, INSTALL)
    : ok(NAME, { en, zh });
}

/** Where the plugin that acts is: the folder that the settings name, else what Claude Code has fetched. */
function actingFolder({ machine }: StartPoint, files: readonly SettingsFile[]): string | undefined {
  const { folder } = findOurs(files);
  const market = folder && readJson(join(folder, ".claude-plugin", "marketplace.json"));
  const listed = listIn(market, "plugins").find((plugin) => field(plugin, "name") === PLUGIN);
  const below = textField(listed, "source");
  if (folder !== undefined && (below !== undefined || !existsSync(folder)))
    return resolve(folder, below ?? "");
  const fetched = readJson(join(userFolder(machine), "plugins", "installed_plugins.json"));
  const installed = listIn(field(fetched, "plugins"), PLUGIN_ID);
  return textField(installed.at(-1), "installPath");
}

/** What keeps Claude Code from asking any plugin. Flags of a single start cannot be seen from here. */
function checkSwitches(files: readonly SettingsFile[]): Check[] {
  const set = files.flatMap(({ path, value }) =>
    field(value, "disableAllHooks") === true ? [path] : [],
  );
  if (set.length === 0) {
    const what = {
      en: "no setting switches hooks off; --bare, --safe-mode and --setting-sources would",
      zh: "没有设置关闭钩子；--bare、--safe-mode 和 --setting-sources 会关闭它们",
    };
    return [ok("switches", what)];
  }
  return set.map((path) =>
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

/** On unless somebody has switched it off. */
export function hasOwnMemory(start: StartPoint): boolean {
  const files = readSettingsFiles(start);
  const env: NodeJS.ProcessEnv = { ...start.machine.env, ...environmentIn(files) };
  const said = files.map(({ value }) => field(value, "autoMemoryEnabled"));
  const isLeftOn = ["", "0", "false", undefined].includes(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"]);
  return isLeftOn && said.findLast((each) => each !== undefined) !== false;
}
