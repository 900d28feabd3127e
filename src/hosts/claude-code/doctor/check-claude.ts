import { join } from "node:path";
import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkNode, checkProgram, versionOf } from "../../shared/doctor/check-program.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { ownMemory } from "../../shared/doctor/own-memory.ts";
import { probe } from "../../shared/doctor/probe.ts";
import { CLAUDE_CODE } from "../about.ts";
import { checkPlugin } from "./check-plugin.ts";
import { checkSwitches, hasOwnMemory } from "./check-switches.ts";
import { TRIAL } from "./trial.ts";

/** Its version, the plugin in the Node that it would start, what its settings say of us. */
export async function checkClaude(start: StartPoint, isLive: boolean): Promise<Check[]> {
  const own = ownPackage();
  const { env } = start.machine;
  const node = findProgram({ command: "node" }, start.machine);
  const claude = findProgram(CLAUDE_CODE.program, start.machine);
  const server = join(own.root, "dist", "claude-code", "server.js");
  const command = [node ?? process.execPath, server] as const;
  return [
    checkProgram(CLAUDE_CODE, claude, versionOf(claude, TRIAL)),
    checkNode(node, { ...env }),
    await probe(TRIAL, { command, where: "Node", file: server }, isLive),
    ...checkPlugin(start, own),
    ...checkSwitches(start),
    ...ownMemory(CLAUDE_CODE.name, hasOwnMemory(start)),
  ];
}
