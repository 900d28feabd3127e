import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  cleanEnvironment,
  findBinary,
  makeHome,
  removeFolder,
  writeGlobalConfig,
} from "./host-home.ts";
import { HostFailure } from "./host-failure.ts";
import type { JsonRecord } from "./json.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import { killWhenOrphaned } from "./watchdog.ts";

interface HostOptions {
  model: ScriptedModel;
  /** Added to the scrubbed environment. */
  env?: Record<string, string>;
  /** Keys of the user's global opencode.json, over those of the kit. */
  config?: JsonRecord;
  /** The home of an earlier host: its sessions and projects are still there. */
  home?: string;
  startTimeoutMs?: number;
}

export interface Host {
  url: string;
  pid: number;
  home: string;
  /** Everything the process printed so far, logs included. */
  log(): string;
  /** Ends the process the hard way, as a crash would; the home stays for a restart. */
  kill(): Promise<void>;
  stop(options?: { keepHome?: boolean }): Promise<void>;
}

export async function startHost(options: HostOptions): Promise<Host> {
  const home = options.home ?? makeHome();
  writeGlobalConfig(home, options.model.url, options.config ?? {});
  const child = spawn(
    findBinary(),
    ["serve", "--port", "0", "--hostname", "127.0.0.1", "--print-logs"],
    {
      cwd: home,
      env: { ...cleanEnvironment(home), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  let spawnError: Error | undefined;
  child.once("error", (error) => (spawnError = error));
  const dismissWatchdog = killWhenOrphaned(child, home);

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await endProcess(child, signal);
    dismissWatchdog();
  };
  try {
    const url = await waitForUrl(
      child,
      () => log,
      () => spawnError,
      options.startTimeoutMs ?? 30_000,
    );
    return {
      url,
      pid: child.pid ?? 0,
      home,
      log: () => log,
      kill: () => end("SIGKILL"),
      stop: async ({ keepHome = false } = {}) => {
        await end("SIGTERM");
        if (!keepHome) removeFolder(home);
      },
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

async function waitForUrl(
  child: ChildProcess,
  log: () => string,
  spawnError: () => Error | undefined,
  timeoutMs: number,
): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const url = /listening on (http:\/\/\S+)/.exec(log())?.[1];
    if (url) return url;
    const failed = spawnError();
    if (failed) throw new HostFailure(`OpenCode could not be started: ${failed.message}`, log());
    if (hasEnded(child))
      throw new HostFailure(`OpenCode ended at start-up with code ${child.exitCode}`, log());
    await sleep(20);
  }
  throw new HostFailure(`OpenCode did not listen within ${timeoutMs} ms`, log());
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await Promise.race([exited, sleep(5_000, undefined, { ref: false })]);
  if (hasEnded(child)) return;
  child.kill("SIGKILL");
  await exited;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
