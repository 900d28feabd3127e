import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readJson } from "../../../io/disk/read.ts";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkGiven, checkServed, ownMemory } from "../../shared/doctor/check-served.ts";
import { compareVersions, isVersion } from "../../shared/doctor/versions.ts";
import { field, isRecord, listIn, textField } from "../../shared/payload.ts";
import { CLAUDE_CODE } from "../about.ts";
import {
  ENABLED,
  PLUGIN_ID,
  type SettingsFile,
  environmentIn,
  findOurs,
  isTrusted,
  readSettingsFiles,
  userFolder,
} from "../setup/settings.ts";
import { PLUGIN } from "../words.ts";
import { TRIAL } from "./trial.ts";

const NAME = "plugin entry";
const INSTALL = { en: "run memory-bank install", zh: "请运行 memory-bank install" };

/** Its version, the plugin in the Node that it would start, what its settings say of us. */
export async function checkClaude(start: StartPoint, isLive: boolean): Promise<Check[]> {
  return [
    ...(await checkServed(CLAUDE_CODE, TRIAL, start, isLive)),
    ...checkSettings(start, ownPackage().version),
    ...ownMemory(CLAUDE_CODE.name, hasOwnMemory(start)),
  ];
}

/** Is Claude Code told to load the plugin, once, and this one; does it ask any plugin? */
export function checkSettings(start: StartPoint, version: string): Check[] {
  const files = readSettingsFiles(start);
  return [
    ...files.filter(({ value }) => value === undefined).map(unreadable),
    ...checkEntry(start, files, version),
    ...checkOthers(files),
    ...files.flatMap((file) => checkGiven(environmentIn([file]), file.path, start)),
    ...checkSwitches(start, files),
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

function checkEntry(start: StartPoint, files: readonly SettingsFile[], own: string): Check[] {
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
  const version = textField(
    readJson(join(folder ?? "", ".claude-plugin", "plugin.json")),
    "version",
  );
  if (folder === undefined || version === undefined) {
    const what = {
      en: `${enabled.path} switches it on, but it is not at ${folder ?? "any place that Claude Code knows"}`,
      zh: `${enabled.path} 启用了它，但它不在 ${folder ?? "Claude Code 知道的任何位置"}`,
    };
    return [problem(NAME, what, INSTALL)];
  }
  const en = `${version} at ${folder}, switched on in ${enabled.path}`;
  const zh = `${folder}，版本 ${version}，在 ${enabled.path} 中启用`;
  const isOther = isVersion(version) && compareVersions(version, own) !== 0;
  const found = isOther
    ? warning(NAME, { en: `${en}; this is ${own}`, zh: `${zh}；当前为 ${own}` }, INSTALL)
    : ok(NAME, { en, zh });
  const isOfProject = [enabled, placed].some(
    (file) => file?.kind === "project" || file?.kind === "local",
  );
  return isOfProject && !isTrusted(start) ? [found, untrusted(start.directory)] : [found];
}

/** A folder runs where it is; anything else was fetched. */
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
  const settings = files.map(({ value }) => field(value, ENABLED)).filter(isRecord);
  const entries: Readonly<Record<string, unknown>> = Object.assign({}, ...settings);
  return Object.entries(entries)
    .filter(([id, isOn]) => isOn === true && id !== PLUGIN_ID && id.startsWith(`${PLUGIN}@`))
    .map(([id]) =>
      problem(
        NAME,
        {
          en: `${id} has the same name: only one of them acts`,
          zh: `${id} 名称相同：只有一个起作用`,
        },
        { en: "keep one of these entries", zh: "请只保留其中一个" },
      ),
    );
}

const SWITCHES = "switches";

/** What keeps Claude Code from asking any plugin. Flags of a single start cannot be seen from here. */
function checkSwitches(start: StartPoint, files: readonly SettingsFile[]): Check[] {
  const found = [
    ...files.flatMap((file) => switchesIn(file).map((name) => isOff(name, file.path))),
    ...(isSet(start.machine.env["CLAUDE_CODE_SIMPLE"])
      ? [isOff("CLAUDE_CODE_SIMPLE", "environment")]
      : []),
  ];
  if (found.length > 0) return found;
  return [
    ok(SWITCHES, {
      en: "no setting switches hooks off; --bare, --safe-mode and --setting-sources would",
      zh: "没有设置关闭钩子；--bare、--safe-mode 和 --setting-sources 会关闭它们",
    }),
  ];
}

function switchesIn({ kind, value }: SettingsFile): string[] {
  const names =
    kind === "managed" ? ["disableAllHooks", "allowManagedHooksOnly"] : ["disableAllHooks"];
  const set = names.filter((name) => field(value, name) === true);
  const allowed = field(value, "strictKnownMarketplaces");
  const isAnyFolder = (each: unknown) =>
    ["directory", "pathPattern"].includes(String(field(each, "source")));
  const isStrict = kind === "managed" && Array.isArray(allowed) && !allowed.some(isAnyFolder);
  return isStrict ? [...set, "strictKnownMarketplaces"] : set;
}

function isOff(name: string, where: string): Check {
  return problem(
    SWITCHES,
    {
      en: `${name} in ${where}: Claude Code does not ask the plugin, nothing is guarded`,
      zh: `${where} 中的 ${name}：Claude Code 不询问插件，没有任何守护`,
    },
    { en: "take it away, or ask who set it", zh: "请去掉它，或询问设置它的人" },
  );
}

/** On unless somebody has switched it off. */
export function hasOwnMemory(start: StartPoint): boolean {
  const files = readSettingsFiles(start);
  const env = { ...start.machine.env, ...environmentIn(files) };
  const said = files.map(({ value }) => field(value, "autoMemoryEnabled"));
  const isOff = said.findLast((each) => each !== undefined) === false;
  return !isOff && !isSet(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"]);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value);
}
