import { makeHome, writeUserConfig } from "../../../src/hosts/opencode/doctor/closed-home.ts";
import { spawnServer } from "./opencode-server.ts";
import { removeFolder } from "../../../src/hosts/shared/closed-home.ts";
import { HostFailure } from "./host-failure.ts";
import { cleanEnvironment, findBinary } from "./host-home.ts";
import type { JsonRecord } from "./json.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import { killWhenOrphaned } from "./watchdog.ts";

/**
 * A snapshot of the project's files at every step, with which the host undoes a turn, is half of what a turn costs.
 * Tests of what the host undoes or remembers switch them on.
 */
const WITHOUT_SNAPSHOTS = { snapshot: false };

interface HostOptions {
  model: ScriptedModel;
  /** Added to the scrubbed environment. */
  env?: Record<string, string>;
  /** Keys of the user's global opencode.json, over those of the kit. */
  config?: JsonRecord;
  /** The home of an earlier host: its sessions and projects are still there. */
  home?: string;
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

/** One home for everything a host writes, the projects included, so that one removal leaves nothing behind. */
export async function startHost(options: HostOptions): Promise<Host> {
  const home = options.home ?? makeHome("e2e");
  // The provider is configured globally: a project then needs no more than what its test is about.
  const provider = { url: options.model.url, models: ["m1", "gpt-5-mock"] } as const;
  writeUserConfig(home, provider, { ...WITHOUT_SNAPSHOTS, ...options.config });
  const env = { ...cleanEnvironment(home), ...options.env };
  const server = spawnServer(findBinary(), home, env);
  const dismissWatchdog = killWhenOrphaned(server.child, home);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await server.end(signal);
    dismissWatchdog();
  };
  try {
    const url = await server.address(AbortSignal.timeout(90_000));
    return {
      url,
      pid: server.child.pid ?? 0,
      home,
      log: () => server.log(),
      kill: () => end("SIGKILL"),
      stop: async ({ keepHome = false } = {}) => {
        await end("SIGTERM");
        if (!keepHome) removeFolder(home);
      },
    };
  } catch (error) {
    await end("SIGKILL");
    throw new HostFailure(`OpenCode could not be started: ${String(error)}`, server.log());
  }
}
