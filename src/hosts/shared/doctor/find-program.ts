import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { statOf } from "../../../io/disk/stat.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";

const PATIENCE = 15_000;

/** The user's own: on the path, else in one of these folders, which are below the home folder unless they are absolute. */
export function findProgram(
  name: string,
  { env, home, platform }: Surroundings,
  more: readonly string[] = [],
): string | undefined {
  const folders = [
    ...(env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...more.flatMap((folder) => placeOf(folder, home)),
    ...(platform === "win32" || more.length === 0 ? [] : ["/usr/local/bin", "/opt/homebrew/bin"]),
  ];
  const file = platform === "win32" ? `${name}.exe` : name;
  return folders.map((folder) => join(folder, file)).find(isProgram);
}

/** Undefined where it does not tell. */
export function askVersion(path: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    const options = { env, encoding: "utf8", timeout: PATIENCE, stdio: "pipe" } as const;
    const answer = execFileSync(path, ["--version"], options);
    return /\d+\.\d+\.\d+\S*/.exec(answer)?.[0];
  } catch {
    return undefined;
  }
}

function placeOf(folder: string, home: string | undefined): string[] {
  if (isAbsolute(folder)) return [folder];
  return home === undefined ? [] : [join(home, folder)];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statOf(path)?.isFile() === true;
  } catch {
    return false;
  }
}
