import { realPathOf } from "../../../io/disk/paths.ts";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import {
  checkProgram,
  compareVersions,
  isVersion,
  majorOf,
  versionOf,
} from "../../shared/doctor/check-program.ts";
import { checkGiven, installAgain, unreadable } from "../../shared/doctor/check-served.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { OPENCODE } from "../about.ts";
import { type ConfiguredEntry, findOurs } from "../setup/configs.ts";
import { findCopies } from "../setup/our-entry.ts";
import { hostPlaces } from "../setup/places.ts";

const NAME = "plugin entry";
const INSTALL = installAgain(OPENCODE);

/** Checks OpenCode's version, our entry in its configs, and copies that it would load beside or instead of ours. */
export function checkOpenCode(start: StartPoint): Check[] {
  const path = findProgram(OPENCODE.program, start.machine);
  const version = versionOf(path);
  // If the version is unknown, assume OpenCode 1.
  const line = Math.max(1, majorOf(version ?? ""));
  return [
    checkProgram(OPENCODE, path, version),
    ...checkConfig(findOurs(hostPlaces(start)), ownPackage().version, start, line),
    ...checkCopies(start),
  ];
}

/** Is OpenCode told to load the plugin, once, and this one? `line`: the major number of the user's OpenCode. */
export function checkConfig(
  { entries, broken }: ReturnType<typeof findOurs>,
  version: string,
  start: Pick<StartPoint, "directory" | "worktree">,
  line: number,
): Check[] {
  const unread = broken.map(({ where, why }) => unreadable(where, why));
  const none = {
    en: "OpenCode's configuration does not load the plugin",
    zh: "OpenCode 的配置没有加载插件",
  };
  if (entries.length === 0) return [...unread, problem(NAME, none, INSTALL)];
  return [
    ...unread,
    ...entries.flatMap((entry) => [
      checkEntry(entry, version, line),
      ...checkGiven({}, entry.file, start, entry.kind === "gone" ? undefined : entry.options),
    ]),
    ...checkTwice(entries),
  ];
}

function checkEntry(entry: ConfiguredEntry, current: string, line: number): Check {
  const { specifier, file, kind, version, isForSecondOnly } = entry;
  const where = { en: `${specifier} in ${file}`, zh: `${file} 中的 ${specifier}` };
  const said = (en: string, zh: string) => ({ en: `${where.en} ${en}`, zh: `${where.zh} ${zh}` });
  if (kind === "gone") return problem(NAME, said("is not there", "不存在"), INSTALL);
  // OpenCode 1 does not read the list "plugins", OpenCode 2 takes no file.
  if (line > 1 ? kind === "file" : isForSecondOnly) {
    const what = said(`is not loaded by OpenCode ${line}`, `不会被 OpenCode ${line} 加载`);
    return problem(NAME, what, INSTALL);
  }
  const isOld = isVersion(version) && compareVersions(version, current) < 0;
  const what = said(
    `is version ${version}; this is ${current}`,
    `是版本 ${version}；当前为 ${current}`,
  );
  return isOld ? warning(NAME, what, INSTALL) : ok(NAME, where);
}

/** The same npm name is loaded once, however often it is there; two specifiers are two plugins. */
function checkTwice(entries: readonly ConfiguredEntry[]): Check[] {
  const there = entries.filter(({ kind }) => kind !== "gone");
  const byPlace = there.map((entry) => [entry.path && realPathOf(entry.path), entry] as const);
  const different = [...new Map(byPlace).values()];
  if (different.length < 2) return [];
  const list = different.map(({ specifier, file }) => `${specifier} (${file})`).join(", ");
  const what = {
    en: `the plugin is loaded ${different.length} times: ${list}. In OpenCode 1 the one loaded last acts, OpenCode 2 may answer no prompt`,
    zh: `插件被加载 ${different.length} 次：${list}。OpenCode 1 中最后加载的起作用，OpenCode 2 可能不回答任何提示`,
  };
  return [problem(NAME, what, { en: "keep one of these entries", zh: "请只保留其中一个" })];
}

/** Copies of ours that the host loads beside or instead of this one; `install` would move them aside. */
export function checkCopies(start: StartPoint): Check[] {
  const { global, project } = hostPlaces(start).folders;
  return findCopies([...global, ...project]).map(({ kind, path }) => {
    const what = {
      en: `${path} is a copy of our ${kind}, which OpenCode loads as well`,
      zh: `${path} 是我们的${kind === "plugin" ? "插件" : "技能"}的副本，OpenCode 也会加载它`,
    };
    return kind === "plugin"
      ? problem("plugin entry", what, INSTALL)
      : warning(kind, what, INSTALL);
  });
}
