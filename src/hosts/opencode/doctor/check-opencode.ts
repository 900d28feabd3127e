import { join } from "node:path";
import { SKILL } from "../../../bank/layout.ts";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { readText } from "../../../io/disk/read.ts";
import { type Check, type StartPoint, ok, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkProgram, versionOf } from "../../shared/doctor/check-program.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { probe } from "../../shared/doctor/probe.ts";
import { majorOf } from "../../shared/doctor/versions.ts";
import { OPENCODE } from "../about.ts";
import { pluginFile } from "../setup/our-entry.ts";
import { below, hostPlaces } from "../setup/places.ts";
import { checkConfig } from "./check-config.ts";
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
  // A version that is not told is taken for the older line.
  const line = Math.max(1, majorOf(version ?? ""));
  return [
    checkProgram(OPENCODE, path, version),
    await probe(TRIAL, probed, isLive),
    ...checkConfig(findPluginEntries(hostPlaces(start)), own, start, line),
    ...checkSkills(own.root, start),
  ];
}

/** What the user has under the name of our skill wins, also where it is a copy of an older one. */
export function checkSkills(root: string, start: StartPoint): Check[] {
  const { global, project } = hostPlaces(start).folders;
  const others = [
    ...(start.machine.home === undefined ? [] : [start.machine.home]),
    ...foldersUp(start.directory, start.worktree),
  ];
  const folders = [
    ...below([...global, ...project], ["skill", "skills"]),
    ...below(others, [join(".claude", "skills"), join(".agents", "skills")]),
  ];
  const shipped = readText(join(root, "dist", "skills", SKILL, "SKILL.md"));
  const copies = below([...new Set(folders)], [join(SKILL, "SKILL.md")]).filter(
    (file) => ![undefined, shipped].includes(readText(file)),
  );
  if (copies.length === 0) return [ok("skill", { en: "no stale copy", zh: "没有过时的副本" })];
  return copies.map((file) =>
    warning(
      "skill",
      {
        en: `${file} is another version of the skill, and is used instead of ours`,
        zh: `${file} 是另一个版本的技能，会取代我们的`,
      },
      { en: "remove it, unless it is your own", zh: "除非是你自己写的，请移除它" },
    ),
  );
}
