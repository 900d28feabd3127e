import type { Start } from "../../../io/bank/find-bank.ts";
import { readGiven } from "../../../runtime/read-settings.ts";
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
): Check[] {
  return [
    ...unreadable.map(({ where, reason }) =>
      problem(
        "configuration",
        { en: `${where}: ${reason}`, zh: `${where}：${reason}` },
        { en: "mend that file; OpenCode needs it too", zh: "请修复该文件；OpenCode 也需要它" },
      ),
    ),
    ...(entries.length === 0 ? [notThere()] : entries.flatMap(checkEntry)),
    ...checkTwice(entries),
    ...(entries.length === 0 ? [] : checkTerminal(terminal)),
  ];

  function checkEntry(entry: LoadedEntry): Check[] {
    const { file, scope, specifier, isThere, version } = entry;
    const isName = !/^(?:file:|[./~]|[a-z]:[\\/])/i.test(specifier);
    const unseen = isName
      ? {
          en: "; OpenCode fetches it by name, which is not tried here",
          zh: "；OpenCode 按名称获取它，这里不作尝试",
        }
      : both("");
    const where = {
      en: `${scope}: ${specifier} in ${file}${unseen.en}`,
      zh: `${scope}：${file} 中的 ${specifier}${unseen.zh}`,
    };
    if (!isThere) {
      return [
        problem(
          NAME,
          { en: `${where.en} is not there`, zh: `${where.zh} 不存在` },
          {
            en: "run memory-bank install, which puts the right one there",
            zh: "请运行 memory-bank install，它会写入正确的地址",
          },
        ),
      ];
    }
    const isOld = isVersion(version) && compareVersions(version, own.version) < 0;
    const age = isOld
      ? warning(
          NAME,
          {
            en: `${where.en} is version ${version}; this is ${own.version}`,
            zh: `${where.zh} 是版本 ${version}；当前为 ${own.version}`,
          },
          { en: `take ${own.version} there`, zh: `请在该处改用 ${own.version}` },
        )
      : ok(NAME, where);
    return [age, ...checkOptions(entry, start)];
  }
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
  return problem(NAME, what, { en: "run memory-bank install", zh: "请运行 memory-bank install" });
}

/** The same npm name is loaded once, however often it is there; two specifiers are two plugins. */
function checkTwice(entries: readonly LoadedEntry[]): Check[] {
  const there = entries.filter(({ isThere }) => isThere);
  const different = [...new Map(there.map((entry) => [entry.identity, entry])).values()];
  if (different.length < 2) return [];
  const list = different.map(({ specifier, file }) => `${specifier} (${file})`).join(", ");
  return [
    problem(
      NAME,
      {
        en: `the plugin is loaded ${different.length} times: ${list}. Only the one loaded last acts`,
        zh: `插件被加载 ${different.length} 次：${list}。只有最后加载的起作用`,
      },
      { en: "keep one of these entries", zh: "请只保留其中一个" },
    ),
  ];
}

/** The plugin guards without it; nobody sees how things stand. */
function checkTerminal(entries: readonly LoadedEntry[]): Check[] {
  const lost = entries.find(({ isThere }) => !isThere);
  const fix = { en: "run memory-bank install", zh: "请运行 memory-bank install" };
  if (lost !== undefined) {
    const { specifier, file } = lost;
    return [
      warning(
        TERMINAL,
        { en: `${specifier} in ${file} is not there`, zh: `${file} 中的 ${specifier} 不存在` },
        fix,
      ),
    ];
  }
  const [first] = entries;
  if (first !== undefined) {
    const { specifier, file } = first;
    return [ok(TERMINAL, { en: `${specifier} in ${file}`, zh: `${file} 中的 ${specifier}` })];
  }
  const what = {
    en: "no tui.json loads it: the terminal shows toasts, but no status",
    zh: "没有 tui.json 加载它：终端会显示浮动提示，但没有状态",
  };
  return [warning(TERMINAL, what, fix)];
}
