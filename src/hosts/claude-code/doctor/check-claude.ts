import { type Check, type StartPoint, both, ok, problem } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { askVersion, findProgram } from "../../shared/doctor/find-program.ts";
import { judgeVersion, notFound } from "../../shared/doctor/judge-version.ts";
import { makeTrial } from "../../shared/doctor/trial-project.ts";
import { compareVersions, majorOf } from "../../shared/doctor/versions.ts";
import { CLAUDE_CODE } from "../about.ts";
import { checkPlugin } from "./check-plugin.ts";
import { checkSwitches } from "./check-switches.ts";
import * as closed from "./closed-home.ts";
import { findClaude } from "./find-claude.ts";
import { probeServer } from "./probe-server.ts";

/** The one that the tests run in. */
export const TESTED = "2.1.325";
/** The first that has hooks which ask a server. */
const OLDEST = "2.1.118";
const OLDEST_NODE = 20;

/** The quick checks: its version, the plugin in the Node that it would start, what its settings say of us. */
export async function checkClaude(start: StartPoint): Promise<Check[]> {
  const own = ownPackage();
  const node = findProgram("node", start.machine);
  const trial = makeTrial(closed);
  try {
    return [
      checkProgram(findClaude(start.machine), trial.env),
      checkNode(node, trial.env),
      await probeServer(own, node ?? process.execPath, trial),
      ...checkPlugin(start, own),
      ...checkSwitches(start),
    ];
  } finally {
    trial.remove();
  }
}

function checkProgram(path: string | undefined, env: NodeJS.ProcessEnv): Check {
  const { name } = CLAUDE_CODE;
  if (path === undefined) return notFound(name, "https://code.claude.com/docs");
  return judgeClaude(path, askVersion(path, env));
}

export function judgeClaude(path: string, version: string | undefined): Check {
  const { name } = CLAUDE_CODE;
  if (version === undefined || compareVersions(version, OLDEST) >= 0)
    return judgeVersion(name, { path, version }, TESTED);
  return problem(
    name,
    {
      en: `${version} at ${path} has no hooks of the kind that the plugin uses (mcp_tool)`,
      zh: `${path}，版本 ${version}，没有插件所用的那种钩子（mcp_tool）`,
    },
    {
      en: `use ${OLDEST} or later: claude update`,
      zh: `请使用 ${OLDEST} 或更新的版本：claude update`,
    },
  );
}

/** Claude Code starts the plugin's server with the Node that is on its path. */
function checkNode(path: string | undefined, env: NodeJS.ProcessEnv): Check {
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
  const fix = {
    en: `put Node ${OLDEST_NODE} or later on the path`,
    zh: `请把 Node ${OLDEST_NODE} 或更新的版本放入 PATH`,
  };
  return problem("node", what, fix);
}
