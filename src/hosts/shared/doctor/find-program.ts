import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { attempt, statOf } from "../../../io/disk/read.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { HostProgram } from "../../host.ts";

/** Finds the user's own program: on the path, else in the folders of its installers. */
export function findProgram(
  { command, folders = [] }: Pick<HostProgram, "command"> & Partial<HostProgram>,
  { env, home, platform }: Surroundings,
): string | undefined {
  const installed = folders.flatMap((folder) => {
    if (folder.startsWith("$")) return env[folder.slice(1)] ?? [];
    return home === undefined ? [] : join(home, folder);
  });
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const ofAll = platform === "win32" ? [] : ["/usr/local/bin", "/opt/homebrew/bin"];
  const file = platform === "win32" ? `${command}.exe` : command;
  return [...onPath, ...installed, ...(folders.length === 0 ? [] : ofAll)]
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  const mayRun = attempt(() => accessSync(path, constants.X_OK) === undefined, false);
  return mayRun && statOf(path)?.isFile() === true;
}
