import { type Check, ok, problem, warning } from "../../host.ts";
import { compareVersions, majorOf } from "./versions.ts";

interface Found {
  readonly path: string;
  /** Undefined where it could not be asked. */
  readonly version: string | undefined;
}

/** Another minor version may have changed a hook; another major one has another way to load plugins. */
export function judgeVersion(host: string, { path, version }: Found, tested: string): Check {
  if (version === undefined) {
    return problem(
      host,
      { en: `${path} does not tell its version`, zh: `${path} 没有给出版本` },
      { en: "run it by hand with --version", zh: "请手动运行它并加 --version" },
    );
  }
  const known = { en: `${version} at ${path}`, zh: `${path}，版本 ${version}` };
  if (majorOf(version) !== majorOf(tested)) {
    return problem(
      host,
      {
        en: `${known.en}: another major version than ${tested}, with which this was tested`,
        zh: `${known.zh}：与测试所用的 ${tested} 主版本不同`,
      },
      { en: `use ${host} ${majorOf(tested)}`, zh: `请使用 ${host} ${majorOf(tested)}` },
    );
  }
  if (compareVersions(version, tested) === 0) return ok(host, known);
  return warning(
    host,
    {
      en: `${known.en}; this was tested with ${tested}`,
      zh: `${known.zh}；测试所用版本为 ${tested}`,
    },
    { en: "add --live to see whether it works", zh: "加 --live 查看是否有效" },
  );
}

export function notFound(host: string, address: string): Check {
  return problem(
    host,
    {
      en: "not found on the path, nor where its installers put it",
      zh: "不在 PATH 中，也不在其安装程序的常用位置",
    },
    { en: `install it: ${address}`, zh: `请安装：${address}` },
  );
}
