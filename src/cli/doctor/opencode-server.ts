import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Trial } from "./trial-project.ts";

export interface OpenCodeServer {
  post(path: string, body: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** The user's OpenCode without a face, on loopback, with our plugin in block mode and a model of ours. */
export async function startServer(
  opencode: string,
  plugin: string,
  modelUrl: string,
  trial: Trial,
  deadline: AbortSignal,
): Promise<OpenCodeServer> {
  writeConfig(trial.home, plugin, modelUrl);
  const child = spawn(
    opencode,
    ["serve", "--port", "0", "--hostname", "127.0.0.1", "--print-logs"],
    // A launcher may start the program as a child of its own: the group is ended, and nothing else.
    { cwd: trial.project, env: trial.env, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  const killNow = () => kill(child, "SIGKILL");
  const leave = () => process.exit(2);
  process.once("exit", killNow).once("SIGINT", leave).once("SIGTERM", leave);
  const stop = async () => {
    if (!hasEnded(child)) {
      const ended = once(child, "exit");
      kill(child, "SIGTERM");
      await Promise.race([ended, sleep(3000, undefined, { ref: false })]);
      kill(child, "SIGKILL");
    }
    process.off("exit", killNow).off("SIGINT", leave).off("SIGTERM", leave);
  };
  try {
    const url = await waitForUrl(child, deadline);
    return {
      stop,
      async post(path, body) {
        const address = new URL(path, url);
        address.searchParams.set("directory", trial.project);
        const response = await fetch(address, {
          method: "POST",
          signal: deadline,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
        return text === "" ? undefined : JSON.parse(text);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitForUrl(child: ChildProcess, deadline: AbortSignal): Promise<string> {
  let log = "";
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  for (;;) {
    const url = /listening on (http:\/\/\S+)/.exec(log)?.[1];
    if (url !== undefined) return url;
    if (failure !== undefined) throw failure;
    if (hasEnded(child)) throw new Error(`OpenCode ended at start: ${log.trim().slice(-300)}`);
    await sleep(50, undefined, { signal: deadline });
  }
}

function writeConfig(home: string, plugin: string, modelUrl: string): void {
  const folder = join(home, ".config", "opencode");
  // The host would fetch its plugin SDK; where this is there it does not, and nothing of it is needed.
  const dependencies = { "@opencode-ai/plugin": "*" };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  write("package.json", { dependencies });
  write("package-lock.json", { lockfileVersion: 3, packages: { "": { dependencies } } });
  write("opencode.json", {
    plugin: [[pathToFileURL(plugin).href, { guardMode: "block" }]],
    provider: {
      doctor: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: modelUrl, apiKey: "none" },
        models: { m1: { tool_call: true, limit: { context: 100_000, output: 1000 } } },
      },
    },
    model: "doctor/m1",
    small_model: "doctor/m1",
    autoupdate: false,
    share: "disabled",
    permission: { "*": "allow" },
  });
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
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
