import { type Check, type HostAbout, ok, problem } from "../../host.ts";
import { removeFolder } from "../closed-home.ts";
import { askVersion } from "./find-program.ts";
import type { TrialHost } from "./trial.ts";
import { compareVersions, majorOf } from "./versions.ts";

/** Is it there, and one that we know? */
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
  const isOld = compareVersions(version, oldest) < 0;
  const line = lines?.[majorOf(version)];
  if (!isOld && (majorOf(version) === majorOf(tested) || line !== undefined)) {
    const isTested = compareVersions(version, tested) === 0;
    const with_ = { en: `this was tested with ${tested}`, zh: `测试所用版本为 ${tested}` };
    const more = (language: "en" | "zh") => [
      ...(line === undefined ? [] : [line[language]]),
      ...(isTested ? [] : [with_[language]]),
    ];
    return ok(name, {
      en: [`${version} at ${path}`, ...more("en")].join("; "),
      zh: [`${path}，版本 ${version}`, ...more("zh")].join("；"),
    });
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

/** A host may write into its folders even when it only tells its version. */
export function versionOf(
  path: string | undefined,
  closed: Pick<TrialHost, "makeHome" | "closedEnvironment">,
): string | undefined {
  if (path === undefined) return undefined;
  const home = closed.makeHome("version");
  try {
    return askVersion(path, closed.closedEnvironment(home));
  } finally {
    removeFolder(home);
  }
}
