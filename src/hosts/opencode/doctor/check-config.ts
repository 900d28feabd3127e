import type { Start } from "../../../io/bank/find-bank.ts";
import { readGiven } from "../../../runtime/settings.ts";
import type { Text } from "../../../types.ts";
import { type Check, both, ok, problem, switchedOff, warning } from "../../host.ts";
import { compareVersions, isVersion } from "../../shared/doctor/versions.ts";
import type { LoadedEntry, PluginEntries } from "./find-plugin-entries.ts";

const NAME = "plugin entry";
const TERMINAL = "terminal";
const INSTALL: Text = { en: "run memory-bank install", zh: "请运行 memory-bank install" };

/** Is OpenCode told to load the plugin, once, and this one? `line`: the major number of the user's OpenCode. */
export function checkConfig(
  { entries, terminal, unreadable }: PluginEntries,
  own: { readonly version: string },
  start: Start,
  line: number,
): Check[] {
  const broken = unreadable.map(({ where, reason }) =>
    problem(
      "configuration",
      { en: `${where}: ${reason}`, zh: `${where}：${reason}` },
      { en: "fix that file; OpenCode needs it too", zh: "请修复该文件；OpenCode 也需要它" },
    ),
  );
  if (entries.length === 0) {
    const what = {
      en: "OpenCode's configuration does not load the plugin",
      zh: "OpenCode 的配置没有加载插件",
    };
    return [...broken, problem(NAME, what, INSTALL)];
  }
  return [
    ...broken,
    ...entries.flatMap((entry) => [
      checkEntry(entry, own.version, line),
      ...checkOptions(entry, start),
    ]),
    ...checkTwice(entries, line),
    // The terminal of OpenCode 2 takes its part from the package by itself.
    ...(line > 1 ? [] : [checkTerminal(terminal)]),
  ];
}

function checkEntry(entry: LoadedEntry, current: string, line: number): Check {
  const { specifier, file, isThere, version, isFile, isForSecondOnly } = entry;
  const where = { en: `${specifier} in ${file}`, zh: `${file} 中的 ${specifier}` };
  const said = (en: string, zh: string) => ({ en: `${where.en} ${en}`, zh: `${where.zh} ${zh}` });
  if (!isThere) return problem(NAME, said("is not there", "不存在"), INSTALL);
  if (line > 1 && isFile) {
    const what = said(
      "is a file: OpenCode 2 loads only a folder or a package by name",
      "是文件：OpenCode 2 只加载文件夹或包名",
    );
    return problem(NAME, what, INSTALL);
  }
  if (line === 1 && isForSecondOnly) {
    const what = said(
      'stands under "plugins", which OpenCode 1 does not read',
      '写在 "plugins" 下，OpenCode 1 不读它',
    );
    return problem(NAME, what, INSTALL);
  }
  if (!isVersion(version) || compareVersions(version, current) >= 0) return ok(NAME, where);
  const what = said(
    `is version ${version}; this is ${current}`,
    `是版本 ${version}；当前为 ${current}`,
  );
  return warning(NAME, what, INSTALL);
}

function checkOptions({ options, file, isThere }: LoadedEntry, start: Start): Check[] {
  if (!isThere) return [];
  const { settings, problems } = readGiven({}, options, start);
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: `correct it in ${file}`, zh: `请在 ${file} 中更正` }),
  );
  return settings.disabled ? [...bad, switchedOff(file)] : bad;
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
  const what = {
    en: `the plugin is loaded ${different.length} times: ${list}. ${then.en}`,
    zh: `插件被加载 ${different.length} 次：${list}。${then.zh}`,
  };
  return [problem(NAME, what, { en: "keep one of these entries", zh: "请只保留其中一个" })];
}

/** The plugin guards without it; nobody sees how things stand. */
function checkTerminal(entries: readonly LoadedEntry[]): Check {
  const entry = entries.find(({ isThere }) => !isThere) ?? entries[0];
  if (entry?.isThere === true) {
    const { specifier, file } = entry;
    return ok(TERMINAL, { en: `${specifier} in ${file}`, zh: `${file} 中的 ${specifier}` });
  }
  const what = {
    en: "no tui.json loads it: the terminal shows toasts, but no status",
    zh: "没有 tui.json 加载它：终端会显示浮动提示，但没有状态",
  };
  return warning(TERMINAL, what, INSTALL);
}
