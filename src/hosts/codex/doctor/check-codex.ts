import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkNode } from "../../shared/doctor/check-node.ts";
import { askVersion, findProgram } from "../../shared/doctor/find-program.ts";
import { judgeVersion, notFound } from "../../shared/doctor/judge-version.ts";
import { makeTrial } from "../../shared/doctor/trial-project.ts";
import { CODEX } from "../about.ts";
import { checkSetup } from "./check-setup.ts";
import { checkTrust } from "./check-trust.ts";
import * as closed from "./closed-home.ts";
import { findCodex } from "./find-codex.ts";
import { probeServer } from "./probe-server.ts";

/** The one that the tests run in. */
export const TESTED = "0.166.0";

/** The quick checks: its version, our server in the Node that it would start, what its files say of us, what it makes of that. */
export async function checkCodex(start: StartPoint): Promise<Check[]> {
  const own = ownPackage();
  const codex = findCodex(start.machine);
  const node = findProgram("node", start.machine);
  const trial = makeTrial(closed);
  try {
    return [
      checkProgram(codex, trial.env),
      checkNode(node, trial.env),
      await probeServer(own, node ?? process.execPath, trial),
      ...checkSetup(start, own),
      ...(await checkTrust(start, codex)),
    ];
  } finally {
    trial.remove();
  }
}

function checkProgram(path: string | undefined, env: NodeJS.ProcessEnv): Check {
  const { name } = CODEX;
  if (path === undefined) return notFound(name, "https://developers.openai.com/codex/cli");
  return judgeVersion(name, { path, version: askVersion(path, env) }, TESTED);
}
