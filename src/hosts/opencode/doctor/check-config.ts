import type { Start } from "../../../io/bank/find-bank.ts";
import { readGiven } from "../../../runtime/settings.ts";
import type { Text } from "../../../types.ts";
import { type Check, both, ok, problem, switchedOff, warning } from "../../host.ts";
import type { LoadedEntry, PluginEntries } from "./find-plugin-entries.ts";
import { compareVersions, isVersion } from "../../shared/doctor/versions.ts";

const NAME = "plugin entry";
const TERMINAL = "terminal";

/** Is OpenCode told to load the plugin, once, and this one? */
export function checkConfig(
  { entries, terminal, unreadable }: PluginEntries,
  own: { readonly version: string },
  start: Start,
  /** The major number of the user's OpenCode. */
  line: number,
): Check[] {
  return [
    ...unreadable.map(({ where, reason }) =>
      problem(
        "configuration",
        { en: `${where}: ${reason}`, zh: `${where}：${reason}` },
        { en: "fix that file; OpenCode needs it too", zh: "请修复该文件；OpenCode 也需要它" },
      ),
    ),
    ...(entries.length === 0 ? [notThere()] : entries.flatMap(checkEntry)),
    ...checkTwice(entries, line),
    // The terminal of OpenCode 2 takes its part from the package by itself.
    ...(entries.length === 0 || line > 1 ? [] : [checkTerminal(terminal)]),
  ];

  function checkEntry(entry: LoadedEntry): Check[] {
    const { isThere, version, isFile, isForSecondOnly } = entry;
    const where = placeOf(entry);
    if (!isThere) return [problem(NAME, isLost(where), INSTALL)];
    if (line > 1 && isFile) return [problem(NAME, isFileOnly(where), INSTALL)];
    if (line === 1 && isForSecondOnly) return [problem(NAME, isUnread(where), UNDER_PLUGIN)];
    const isOld = isVersion(version) && compareVersions(version, own.version) < 0;
    const what = {
      en: `${where.en} is version ${version}; this is ${own.version}`,
      zh: `${where.zh} 是版本 ${version}；当前为 ${own.version}`,
    };
    return [isOld ? warning(NAME, what, INSTALL) : ok(NAME, where), ...checkOptions(entry, start)];
  }
}

const INSTALL: Text = { en: "run memory-bank install", zh: "请运行 memory-bank install" };

const UNDER_PLUGIN: Text = {
  en: 'move it to the list "plugin", which OpenCode 1 and 2 read',
  zh: '请移到列表 "plugin" 中，OpenCode 1 和 2 都读它',
};

function placeOf({ specifier, file }: LoadedEntry): Text {
  return { en: `${specifier} in ${file}`, zh: `${file} 中的 ${specifier}` };
}

function isFileOnly({ en, zh }: Text): Text {
  return {
    en: `${en} is a file: OpenCode 2 loads only a folder or a package by name`,
    zh: `${zh} 是文件：OpenCode 2 只加载文件夹或包名`,
  };
}

function isUnread({ en, zh }: Text): Text {
  return {
    en: `${en} stands under "plugins", which OpenCode 1 does not read`,
    zh: `${zh} 写在 "plugins" 下，OpenCode 1 不读它`,
  };
}

function isLost({ en, zh }: Text): Text {
  return { en: `${en} is not there`, zh: `${zh} 不存在` };
}

function checkOptions({ options, file }: LoadedEntry, start: Start): Check[] {
  const { settings, problems } = readGiven({}, options, start);
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: `correct it in ${file}`, zh: `请在 ${file} 中更正` }),
  );
  return settings.disabled ? [...bad, switchedOff(file)] : bad;
}

function notThere(): Check {
  const what = {
    en: "OpenCode's configuration does not load the plugin",
    zh: "OpenCode 的配置没有加载插件",
  };
  return problem(NAME, what, INSTALL);
}

/** The same npm name is loaded once, however often it is there; two specifiers are two plugins. */
function checkTwice(entries: readonly LoadedEntry[], line: number): Check[] {
  const there = entries.filter(({ isThere }) => isThere);
  const different = [...new Map(there.map((entry) => [entry.identity, entry])).values()];
  if (different.length < 2) return [];
  const list = different.map(({ specifier, file }) => `${specifier} (${file})`).join(", ");
  const then =
    line > 1
      ? { en: "OpenCode 2 may answer no prompt then", zh: "OpenCode 2 这时可能不回答任何提示" }
      : { en: "Only the one loaded last acts", zh: "只有最后加载的起作用" };
  return [
    problem(
      NAME,
      {
        en: `the plugin is loaded ${different.length} times: ${list}. ${then.en}`,
        zh: `插件被加载 ${different.length} 次：${list}。${then.zh}`,
      },
      { en: "keep one of these entries", zh: "请只保留其中一个" },
    ),
  ];
}

/** The plugin guards without it; nobody sees how things stand. */
function checkTerminal(entries: readonly LoadedEntry[]): Check {
  const entry = entries.find(({ isThere }) => !isThere) ?? entries[0];
  if (entry === undefined) {
    const what = {
      en: "no tui.json loads it: the terminal shows toasts, but no status",
      zh: "没有 tui.json 加载它：终端会显示浮动提示，但没有状态",
    };
    return warning(TERMINAL, what, INSTALL);
  }
  const where = placeOf(entry);
  return entry.isThere ? ok(TERMINAL, where) : warning(TERMINAL, isLost(where), INSTALL);
}
