import type { PluginInput } from "@opencode-ai/plugin";
import type { Log } from "../../runtime/project.ts";

/** Into the host's own log. Nothing waits for it and nothing fails with it. */
export function createLog(client: PluginInput["client"], isDebug: boolean): Log {
  function send(level: "debug" | "warn" | "error", message: string): void {
    try {
      client.app.log({ body: { service: "memory-bank", level, message } }).catch(() => undefined);
    } catch {
      // A host without a log is no reason to stop.
    }
  }
  return {
    warn: (message) => send("warn", message),
    error: (message, error) => send("error", `${message}: ${describeError(error)}`),
    debug: isDebug ? (message) => send("debug", message) : undefined,
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
