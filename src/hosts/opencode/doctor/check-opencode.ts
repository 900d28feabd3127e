import manifest from "../../../../package.json" with { type: "json" };
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { hostPlaces } from "../setup/host-places.ts";
import { checkConfig } from "./check-config.ts";
import { type OpenCode, askVersion, findOpenCode } from "./find-opencode.ts";
import { findPluginEntries } from "./find-plugin-entries.ts";
import { probePlugin } from "./probe-plugin.ts";
import { makeTrial } from "./trial-project.ts";
import { compareVersions, majorOf } from "./versions.ts";

const NAME = "OpenCode";
/** The one that the tests run in. */
const TESTED = manifest.devDependencies["opencode-ai"];

/** The quick checks: its version, the plugin in its own Bun, our line in its configs. */
export function checkOpenCode(start: StartPoint): Check[] {
  const own = ownPackage();
  const path = findOpenCode(start.machine);
  return [
    checkProgram(path),
    ...probePlugin(own, path),
    ...checkConfig(findPluginEntries(hostPlaces(start)), own, start),
  ];
}

/** Is it there, and one that we know? */
function checkProgram(path: string | undefined): Check {
  if (path === undefined) {
    return problem(
      NAME,
      {
        en: "not found on the path, nor where its installers put it",
        zh: "不在 PATH 中，也不在其安装程序的常用位置",
      },
      { en: "install it: https://opencode.ai/docs", zh: "请安装：https://opencode.ai/docs" },
    );
  }
  const trial = makeTrial();
  try {
    return judgeVersion(askVersion(path, trial.env), TESTED);
  } finally {
    trial.remove();
  }
}

/** Another minor version may have changed a hook; another major one has another way to load plugins. */
export function judgeVersion({ path, version }: OpenCode, tested: string): Check {
  if (version === undefined) {
    return problem(
      NAME,
      { en: `${path} does not tell its version`, zh: `${path} 没有给出版本` },
      { en: "run it by hand with --version", zh: "请手动运行它并加 --version" },
    );
  }
  const known = { en: `${version} at ${path}`, zh: `${path}，版本 ${version}` };
  if (majorOf(version) !== majorOf(tested)) {
    return problem(
      NAME,
      {
        en: `${known.en}: another major version than ${tested}, with which this was tested`,
        zh: `${known.zh}：与测试所用的 ${tested} 主版本不同`,
      },
      { en: `use OpenCode ${majorOf(tested)}`, zh: `请使用 OpenCode ${majorOf(tested)}` },
    );
  }
  if (compareVersions(version, tested) === 0) return ok(NAME, known);
  return warning(
    NAME,
    {
      en: `${known.en}; this was tested with ${tested}`,
      zh: `${known.zh}；测试所用版本为 ${tested}`,
    },
    { en: "add --live to see whether it works", zh: "加 --live 查看是否有效" },
  );
}
