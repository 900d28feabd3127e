import { dirname, join } from "node:path";
import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkNode, checkProgram, versionOf } from "../../shared/doctor/check-program.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { ownMemory } from "../../shared/doctor/own-memory.ts";
import { probe } from "../../shared/doctor/probe.ts";
import { CODEX } from "../about.ts";
import { checkSetup } from "./check-setup.ts";
import { hasOwnMemory } from "../setup/read-setup.ts";
import { checkTrust } from "./check-trust.ts";
import { TRIAL } from "./trial.ts";

/** Its version, our server in the Node that it would start, what its files say of us, what it makes of that. */
export async function checkCodex(start: StartPoint, isLive: boolean): Promise<Check[]> {
  const own = ownPackage();
  const { env } = start.machine;
  const codex = findProgram(CODEX.program, start.machine);
  const node = findProgram({ command: "node" }, start.machine);
  const server = join(own.root, "dist", "codex", "server.js");
  const command = [node ?? process.execPath, server] as const;
  return [
    checkProgram(CODEX, codex, versionOf(codex, TRIAL)),
    checkNode(node, { ...env }),
    await probe(TRIAL, { command, where: "Node", file: server }, isLive),
    ...(await checkSetup(start, dirname(server), codex)),
    ...(await checkTrust(start, codex)),
    ...ownMemory(CODEX.name, hasOwnMemory(start)),
  ];
}
