import { callServer } from "./opencode-server.ts";
import type { Host } from "./host.ts";
import { HostFailure } from "./host-failure.ts";
import type { Project } from "./project.ts";

// Only for a host that hangs: a busy machine may take long for a turn.
const TIMEOUT_MS = 150_000;

export async function hostCall(
  host: Host,
  project: Project,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await callServer(host.url, project.cwd, path, { method, body, signal });
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    const reason = timedOut ? `did not answer within ${timeoutMs} ms` : describe(error);
    throw new HostFailure(`${method} ${path}: ${reason}`, host.log());
  }
}

export function hostGet(host: Host, project: Project, path: string): Promise<unknown> {
  return hostCall(host, project, "GET", path);
}

/**
 * The host forgets the project's plugins and configuration; the next request loads them again. It answers before it is
 * done, and a request in between would get, and keep, a project without plugins: its event says when.
 */
export async function disposeInstance(host: Host, project: Project): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const events = await fetch(new URL("/global/event", host.url), { signal });
  await hostCall(host, project, "POST", "/instance/dispose");
  const words = new TextDecoder();
  let heard = "";
  for await (const chunk of events.body ?? []) {
    heard += words.decode(chunk, { stream: true });
    const isDone = heard
      .split("\n")
      .some((line) => line.includes("server.instance.disposed") && line.includes(project.cwd));
    if (isDone) break;
  }
  stop.abort();
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
