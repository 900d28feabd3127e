import { join } from "node:path";
import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkProgram } from "../../shared/doctor/check-program.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { probe } from "../../shared/doctor/probe.ts";
import { OPENCODE } from "../about.ts";
import { hostPlaces } from "../setup/host-places.ts";
import { pluginFile } from "../setup/plugin-specifier.ts";
import { checkConfig } from "./check-config.ts";
import { findPluginEntries } from "./find-plugin-entries.ts";
import { TRIAL } from "./trial.ts";

/** Its version, the plugin in its own Bun, our line in its configs. */
export async function checkOpenCode(start: StartPoint, isLive: boolean): Promise<Check[]> {
  const own = ownPackage();
  const path = findProgram(OPENCODE.program, start.machine);
  const file = pluginFile(own);
  const probed = {
    command: [path ?? process.execPath, join(own.root, "dist", "cli", "probe.js"), file],
    where: path === undefined ? "Node" : "OpenCode's Bun",
    file,
    env: { BUN_BE_BUN: "1" },
  } as const;
  return [
    checkProgram(OPENCODE, path, TRIAL),
    await probe(TRIAL, probed, isLive),
    ...checkConfig(findPluginEntries(hostPlaces(start)), own, start),
  ];
}
