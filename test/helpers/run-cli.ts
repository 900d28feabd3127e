import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stateFolder } from "../../src/io/disk/state-folder.ts";
import { type Said, startWarmCli } from "./warm-cli.ts";

/** The built CLI. */
export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export interface CliPlace {
  readonly cwd?: string;
  /** On top of the environment of the tests; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
  readonly gid?: number;
  /** A copy of the program that this user may read, and of Node. */
  readonly program?: { readonly node: string; readonly cli: string };
  readonly input?: string;
}

/** The same output on every machine: plain, in English, in UTC. */
export function cliEnvironment(env: CliPlace["env"] = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...ours } = process.env;
  return { ...ours, NO_COLOR: "1", LC_ALL: "C.UTF-8", TZ: "UTC", ...env };
}

/** The process that commands of this worker share. */
let warm: ReturnType<typeof startWarmCli> | undefined;

/** Runs a command that needs no process of its own. */
export function runCli(args: readonly string[], place: Pick<CliPlace, "cwd" | "env"> = {}): Said {
  if (process.platform === "win32") return startCli(args, place);
  const { cwd = process.cwd(), env } = place;
  warm ??= startWarmCli(CLI);
  return warm({ args, cwd, env: cliEnvironment(env) });
}

/** The same as a process of its own, as users start it. */
export function startCli(args: readonly string[], { program, ...place }: CliPlace = {}): Said {
  const { node, cli } = program ?? { node: process.execPath, cli: CLI };
  const { status, stdout, stderr } = spawnSync(node, [cli, ...args], {
    ...place,
    env: cliEnvironment(place.env),
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** The command line in a project, with its state folder below `state` and not in the home of whoever tests. */
export function cliIn(project: string, state: string, more: CliPlace["env"] = {}) {
  const places = { env: { XDG_STATE_HOME: state }, home: undefined, platform: process.platform };
  const env = { ...places.env, ...more };
  return {
    env,
    folder: stateFolder(places, join(project, "memory-bank")),
    run: (...args: string[]) => runCli(args, { cwd: project, env }),
  };
}
