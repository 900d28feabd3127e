import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export interface OpenCodeServer {
  readonly child: ChildProcess;
  /** Everything that it printed so far. */
  log(): string;
  /** Its address, as soon as it listens. */
  address(deadline: AbortSignal): Promise<string>;
  /** Ends it and what it started; by force where it does not go within five seconds. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** A headless OpenCode on loopback. */
export function spawnServer(
  opencode: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): OpenCodeServer {
  const child = spawn(
    opencode,
    ["serve", "--port", "0", "--hostname", "127.0.0.1", "--print-logs"],
    // A launcher may start the program as a child of its own: the group is ended, and nothing else.
    { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  let log = "";
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  return {
    child,
    log: () => log,
    async address(deadline) {
      for (;;) {
        const url = /listening on (http:\/\/\S+)/.exec(log)?.[1];
        if (url !== undefined) return url;
        if (failure !== undefined) throw failure;
        if (hasEnded(child)) throw new Error(`OpenCode ended at start: ${log.trim().slice(-300)}`);
        await sleep(20, undefined, { signal: deadline });
      }
    },
    async end(signal) {
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      killGroup(child, signal);
      await Promise.race([ended, sleep(5000, undefined, { ref: false })]);
      if (hasEnded(child)) return;
      killGroup(child, "SIGKILL");
      await ended;
    },
  };
}

/** One request to a server; one server serves all projects, each request says in which folder it works. */
export async function callServer(
  server: string,
  directory: string,
  path: string,
  request: { readonly method: string; readonly body?: unknown; readonly signal: AbortSignal },
): Promise<unknown> {
  const url = new URL(path, server);
  url.searchParams.set("directory", directory);
  const { method, body, signal } = request;
  const content = body !== undefined && {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  const response = await fetch(url, { method, signal, ...content });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // Gone already.
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
