import { type Check, type HostAbout, both, ok, problem } from "../../host.ts";
import { removeFolder } from "../closed-home.ts";
import { askVersion } from "./find-program.ts";
import type { TrialHost } from "./trial.ts";
import { compareVersions, majorOf } from "./versions.ts";

/** Is it there, and one that we know? */
export function checkProgram(
  { name, program: { oldest, tested, address } }: HostAbout,
  path: string | undefined,
  closed: Pick<TrialHost, "makeHome" | "closedEnvironment">,
): Check {
  if (path === undefined) {
    const what = {
      en: "not found on the path, nor where its installers put it",
      zh: "不在 PATH 中，也不在其安装程序的常用位置",
    };
    return problem(name, what, { en: `install it: ${address}`, zh: `请安装：${address}` });
  }
  const version = askClosed(path, closed);
  if (version === undefined) {
    const what = { en: `${path} does not tell its version`, zh: `${path} 没有给出版本` };
    const fix = { en: "run it by hand with --version", zh: "请手动运行它并加 --version" };
    return problem(name, what, fix);
  }
  const isOld = compareVersions(version, oldest) < 0;
  if (!isOld && majorOf(version) === majorOf(tested)) {
    const isTested = compareVersions(version, tested) === 0;
    return ok(name, {
      en: `${version} at ${path}${isTested ? "" : `; this was tested with ${tested}`}`,
      zh: `${path}，版本 ${version}${isTested ? "" : `；测试所用版本为 ${tested}`}`,
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

/** A host may write into its folders even then. */
function askClosed(path: string, closed: Parameters<typeof checkProgram>[2]): string | undefined {
  const home = closed.makeHome("version");
  try {
    return askVersion(path, closed.closedEnvironment(home));
  } finally {
    removeFolder(home);
  }
}

const OLDEST_NODE = 20;

/** A host starts our server with the Node that is on its path. */
export function checkNode(path: string | undefined, env: NodeJS.ProcessEnv): Check {
  const version = path === undefined ? undefined : askVersion(path, env);
  if (path !== undefined && version !== undefined && majorOf(version) >= OLDEST_NODE)
    return ok("node", both(`${version}, ${path}`));
  const what =
    path === undefined
      ? {
          en: "there is no node on the path: the plugin's server does not start",
          zh: "PATH 中没有 node：插件的服务无法启动",
        }
      : { en: `${path} is version ${version}: too old`, zh: `${path} 版本 ${version} 太旧` };
  return problem("node", what, {
    en: `put Node ${OLDEST_NODE} or later on the path`,
    zh: `请把 Node ${OLDEST_NODE} 或更新的版本放入 PATH`,
  });
}
