import { execFileSync } from "node:child_process";
import { attempt } from "../../../io/disk/read.ts";
import { type Check, type HostAbout, ok, problem } from "../../host.ts";
import { closedEnvironment, makeHome } from "../closed-home.ts";

/** Checks that the host is installed, in a supported version. */
export function checkProgram(
  { name, program: { oldest, tested, lines, address } }: HostAbout,
  path: string | undefined,
  version: string | undefined,
): Check {
  if (path === undefined) {
    const what = {
      en: "not found on the path, nor where its installers put it",
      zh: "不在 PATH 中，也不在其安装程序的常用位置",
    };
    return problem(name, what, { en: `install it: ${address}`, zh: `请安装：${address}` });
  }
  if (version === undefined) {
    const what = { en: `${path} does not tell its version`, zh: `${path} 没有给出版本` };
    const fix = { en: "run it by hand with --version", zh: "请手动运行它并加 --version" };
    return problem(name, what, fix);
  }
  const line = lines?.[majorOf(version)];
  const isKnown = majorOf(version) === majorOf(tested) || line !== undefined;
  if (isKnown && compareVersions(version, oldest) >= 0) {
    const { en, zh } = line ?? { en: `tested with ${tested}`, zh: `测试所用版本为 ${tested}` };
    return ok(name, { en: `${version} at ${path}; ${en}`, zh: `${path}，版本 ${version}；${zh}` });
  }
  return problem(
    name,
    {
      en: `${version} at ${path}: the plugin works with ${oldest} to ${majorOf(tested)}.x`,
      zh: `${path}，版本 ${version}：插件支持 ${oldest} 到 ${majorOf(tested)}.x`,
    },
    { en: `use ${name} ${tested}: ${address}`, zh: `请使用 ${name} ${tested}：${address}` },
  );
}

/** Undefined if the program does not tell its version. The home is closed because some hosts write even then. */
export function versionOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const env = closedEnvironment(makeHome("version"));
  const options = { env, encoding: "utf8", timeout: 15_000, stdio: "pipe" } as const;
  const said = attempt(() => execFileSync(path, ["--version"], options), "");
  return /\d+\.\d+\.\d+\S*/.exec(said)?.[0];
}

/** Returns a negative number if the first version is older. */
export function compareVersions(one: string, other: string): number {
  return numbersIn(one).localeCompare(numbersIn(other), "en", { numeric: true });
}

export function majorOf(version: string): number {
  return Number.parseInt(numbersIn(version), 10);
}

export function isVersion(text: string | undefined): text is string {
  return text !== undefined && /^v?\d+\.\d+/.test(text);
}

/** The numbers of a version without zeros at the end: `1.2.0` is `1.2`. */
function numbersIn(version: string): string {
  return /\d+(?:\.\d+)*/.exec(version)?.[0].replace(/(?:\.0+)+$/, "") ?? "0";
}
