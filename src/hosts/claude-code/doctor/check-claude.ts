import { type Check, type StartPoint, problem } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkNode } from "../../shared/doctor/check-node.ts";
import { askVersion, findProgram } from "../../shared/doctor/find-program.ts";
import { judgeVersion, notFound } from "../../shared/doctor/judge-version.ts";
import { makeTrial } from "../../shared/doctor/trial-project.ts";
import { compareVersions } from "../../shared/doctor/versions.ts";
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
