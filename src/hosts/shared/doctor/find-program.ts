import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { statOf } from "../../../io/disk/read.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { HostProgram } from "../../host.ts";

const PATIENCE = 15_000;

/** The user's own: on the path, else where its installers put it. */
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

/** Undefined if the program does not tell its version. */
export function askVersion(path: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    const options = { env, encoding: "utf8", timeout: PATIENCE, stdio: "pipe" } as const;
    const answer = execFileSync(path, ["--version"], options);
    return /\d+\.\d+\.\d+\S*/.exec(answer)?.[0];
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statOf(path)?.isFile() === true;
  } catch {
    return false;
  }
}
