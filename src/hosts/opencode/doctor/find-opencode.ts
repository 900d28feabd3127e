import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { statOf } from "../../../io/disk/stat.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";

export interface OpenCode {
  readonly path: string;
  /** Undefined where it could not be asked. */
  readonly version: string | undefined;
}

const PATIENCE = 15_000;
/** Below the home folder. */
const INSTALLED = [".opencode/bin", ".local/bin", "bin", ".bun/bin", ".npm-global/bin"];

/** The user's OpenCode: on the path, else where its installers put it. */
export function findOpenCode({ env, home, platform }: Surroundings): string | undefined {
  const folders = [
    ...(env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...[env["OPENCODE_INSTALL_DIR"], env["XDG_BIN_DIR"]].filter((folder) => folder !== undefined),
    ...(home === undefined ? [] : INSTALLED.map((folder) => join(home, folder))),
    ...(platform === "win32" ? [] : ["/usr/local/bin", "/opt/homebrew/bin"]),
  ];
  const name = platform === "win32" ? "opencode.exe" : "opencode";
  return folders.map((folder) => join(folder, name)).find((path) => isProgram(path));
}

export function askVersion(path: string, env: NodeJS.ProcessEnv): OpenCode {
  try {
    const options = { env, encoding: "utf8", timeout: PATIENCE, stdio: "pipe" } as const;
    const answer = execFileSync(path, ["--version"], options);
    return { path, version: /\d+\.\d+\.\d+\S*/.exec(answer)?.[0] };
  } catch {
    return { path, version: undefined };
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
