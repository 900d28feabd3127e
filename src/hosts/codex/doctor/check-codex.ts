import { type Check, type StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkNode } from "../../shared/doctor/check-node.ts";
import { askVersion, findProgram } from "../../shared/doctor/find-program.ts";
import { judgeVersion, notFound } from "../../shared/doctor/judge-version.ts";
import { CODEX } from "../about.ts";
import { checkSetup } from "./check-setup.ts";
import { checkTrust } from "./check-trust.ts";
import { findCodex } from "./find-codex.ts";

/** The one that the tests run in. */
export const TESTED = "0.166.0";

/** The quick checks: its version, the Node that it would start, what its files say of us, what it makes of that. */
export async function checkCodex(start: StartPoint): Promise<Check[]> {
  const codex = findCodex(start.machine);
  const env = { ...start.machine.env };
  const { name } = CODEX;
  return [
    codex === undefined
      ? notFound(name, "https://developers.openai.com/codex/cli")
      : judgeVersion(name, { path: codex, version: askVersion(codex, env) }, TESTED),
    checkNode(findProgram("node", start.machine), env),
    ...checkSetup(start, ownPackage()),
    ...(await checkTrust(start, codex)),
  ];
}
