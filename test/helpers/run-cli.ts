import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";

/** The built CLI. */
export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliPlace {
  readonly cwd?: string;
  /** On top of the environment of the tests; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The same output on every machine: plain, in English, in UTC. */
export function cliEnvironment(env: CliPlace["env"] = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...ours } = process.env;
  return { ...ours, NO_COLOR: "1", LC_ALL: "C.UTF-8", TZ: "UTC", ...env };
}

/** Runs the built program as users start it. */
export function runCli(args: readonly string[], place: CliPlace = {}): Said {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: place.cwd,
    env: cliEnvironment(place.env),
    encoding: "utf8",
    timeout: 180_000,
  });
  return { status, stdout, stderr };
}

/** The command line in a project, with its state folder below `state` and not in the home of whoever tests. */
export function cliIn(project: string, state: string, more: CliPlace["env"] = {}) {
  const places = { env: { XDG_STATE_HOME: state }, home: undefined, platform: process.platform };
  const env = { ...places.env, ...more };
  return {
    env,
    folder: stateFolderOf(join(project, "memory-bank"), places),
    run: (...args: string[]) => runCli(args, { cwd: project, env }),
  };
}
