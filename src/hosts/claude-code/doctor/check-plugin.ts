import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readJson } from "../../../io/disk/read.ts";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { checkGiven } from "../../shared/doctor/check-given.ts";
import { compareVersions, isVersion } from "../../shared/doctor/versions.ts";
import { field, isRecord, listIn, textField } from "../../shared/payload.ts";
import { ENABLED, PLUGIN_ID } from "../setup/our-members.ts";
import { type SettingsFile, findOurs, readSettingsFiles } from "../setup/read-settings-files.ts";
import { settingsPlaces } from "../setup/settings-places.ts";
import { isTrusted } from "../setup/trust.ts";
import { PLUGIN } from "../words.ts";

const NAME = "plugin entry";
const INSTALL = { en: "run memory-bank install", zh: "请运行 memory-bank install" };

/** Is Claude Code told to load the plugin, once, and this one? */
export function checkPlugin(start: StartPoint, own: Pick<OwnPackage, "version">): Check[] {
  const files = readSettingsFiles(start);
  return [
    ...files.filter(({ value }) => value === undefined).map(unreadable),
    ...checkEntry(start, files, own.version),
    ...checkOthers(files),
    ...files.flatMap((file) => checkEnvironment(file, start)),
  ];
}

function unreadable({ path }: SettingsFile): Check {
  return problem(
    "configuration",
    {
      en: `${path} is no JSON: Claude Code reads nothing of it. Comments and trailing commas are not allowed`,
      zh: `${path} 不是 JSON：Claude Code 完全不读它。不允许注释和多余的逗号`,
    },
    { en: "fix that file", zh: "请修复该文件" },
  );
}

function checkEntry(
  start: StartPoint,
  files: readonly SettingsFile[],
  ownVersion: string,
): Check[] {
  const { isEnabled, enabled, placed } = findOurs(files);
  if (enabled === undefined) {
    const what = {
      en: "Claude Code's settings do not name the plugin",
      zh: "Claude Code 的设置中没有插件",
    };
    return [problem(NAME, what, INSTALL)];
  }
  if (!isEnabled) {
    const what = {
      en: `${enabled.path} switches the plugin off`,
      zh: `${enabled.path} 关闭了插件`,
    };
    return [problem(NAME, what, { en: "set it to true there", zh: "请在该处设为 true" })];
  }
  const folder = actingFolder(start, files);
  const version =
    folder && textField(readJson(join(folder, ".claude-plugin", "plugin.json")), "version");
  if (folder === undefined || version === undefined) {
    const what = {
      en: `${enabled.path} switches it on, but it is not at ${folder ?? "any place that Claude Code knows"}`,
      zh: `${enabled.path} 启用了它，但它不在 ${folder ?? "Claude Code 知道的任何位置"}`,
    };
    return [problem(NAME, what, INSTALL)];
  }
  const where = {
    en: `${version} at ${folder}, switched on in ${enabled.path}`,
    zh: `${folder}，版本 ${version}，在 ${enabled.path} 中启用`,
  };
  const isOther = isVersion(version) && compareVersions(version, ownVersion) !== 0;
  const found = isOther
    ? warning(
        NAME,
        { en: `${where.en}; this is ${ownVersion}`, zh: `${where.zh}；当前为 ${ownVersion}` },
        INSTALL,
      )
    : ok(NAME, where);
  const isOfProject = [enabled, placed].some(
    (file) => file?.kind === "project" || file?.kind === "local",
  );
  return isOfProject && !isTrusted(start) ? [found, untrusted(start.directory)] : [found];
}

/** A folder runs where it is; anything else was fetched. */
function actingFolder(start: StartPoint, files: readonly SettingsFile[]): string | undefined {
  const { folder } = findOurs(files);
  const market = folder && readJson(join(folder, ".claude-plugin", "marketplace.json"));
  const listed = listIn(market, "plugins").find((plugin) => field(plugin, "name") === PLUGIN);
  const below = textField(listed, "source");
  if (folder !== undefined && (below !== undefined || !existsSync(folder)))
    return resolve(folder, below ?? "");
  const plugins = join(dirname(settingsPlaces(start).written.global), "plugins");
  const installed = listIn(
    field(readJson(join(plugins, "installed_plugins.json")), "plugins"),
    PLUGIN_ID,
  );
  return textField(installed.at(-1), "installPath");
}

function untrusted(directory: string): Check {
  return warning(
    NAME,
    {
      en: `Claude Code does not trust ${directory} yet: until then it takes no plugins from its settings`,
      zh: `Claude Code 还不信任 ${directory}：在此之前它不会采用其设置中的插件`,
    },
    {
      en: 'start "claude" there, and say yes to its question',
      zh: '请在那里启动 "claude"，并对其询问回答是',
    },
  );
}

/** Of two plugins of one name one acts, and nobody says which. */
function checkOthers(files: readonly SettingsFile[]): Check[] {
  const on = new Map<string, string>();
  for (const { value, path } of files) {
    const enabled = field(value, ENABLED);
    for (const [id, isOn] of Object.entries(isRecord(enabled) ? enabled : {})) {
      if (isOn === true) on.set(id, path);
      else on.delete(id);
    }
  }
  return [...on]
    .filter(([id]) => id !== PLUGIN_ID && id.startsWith(`${PLUGIN}@`))
    .map(([id, path]) =>
      problem(
        NAME,
        {
          en: `${id} in ${path} has the same name: only one of them acts`,
          zh: `${path} 中的 ${id} 名称相同：只有一个起作用`,
        },
        { en: "keep one of these entries", zh: "请只保留其中一个" },
      ),
    );
}

/** What its settings put into the environment is read as ours is. */
function checkEnvironment({ value, path }: SettingsFile, start: StartPoint): Check[] {
  const env = field(value, "env");
  if (!isRecord(env)) return [];
  const given = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, String(text)]));
  return checkGiven(given, path, start);
}
