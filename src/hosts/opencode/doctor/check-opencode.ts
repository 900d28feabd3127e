import { join } from "node:path";
import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkProgram, versionOf } from "../../shared/doctor/check-program.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { probe } from "../../shared/doctor/probe.ts";
import { OPENCODE } from "../about.ts";
import { majorOf } from "../../shared/doctor/versions.ts";
import { pluginFile } from "../setup/our-entry.ts";
import { hostPlaces, skillFolders } from "../setup/places.ts";
import { checkConfig } from "./check-config.ts";
import { checkSkills } from "./check-skills.ts";
import { findPluginEntries } from "./find-plugin-entries.ts";
import { TRIAL } from "./trial.ts";

/** Its version, the plugin in its own Bun, our line in its configs. */
export async function checkOpenCode(start: StartPoint, isLive: boolean): Promise<Check[]> {
  const own = ownPackage();
  const path = findProgram(OPENCODE.program, start.machine);
  const version = versionOf(path, TRIAL);
  const file = pluginFile(own);
  const probed = {
    command: [path ?? process.execPath, join(own.root, "dist", "cli", "probe.js"), file],
    where: path === undefined ? "Node" : "OpenCode's Bun",
    file,
    env: { BUN_BE_BUN: "1" },
  } as const;
  return [
    checkProgram(OPENCODE, path, version),
    await probe(TRIAL, probed, isLive),
    ...checkConfig(
      findPluginEntries(hostPlaces(start)),
      own,
      start,
      // A version that is not told is taken for the older line.
      Math.max(1, majorOf(version ?? "")),
    ),
    ...checkSkills(own.root, skillFolders(start)),
  ];
}
