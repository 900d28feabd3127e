import type { Host } from "./host.ts";
import { HostFailure } from "./host-failure.ts";
import type { Project } from "./project.ts";

const TIMEOUT_MS = 45_000;

/** One host serves all projects: each request says in which folder it works. */
export async function hostCall(
  host: Host,
  project: Project,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  const url = new URL(path, host.url);
  url.searchParams.set("directory", project.cwd);
  const what = `${method} ${path}`;
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new HostFailure(`${what} answered ${response.status}: ${text}`, host.log());
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof HostFailure) throw error;
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    const reason = timedOut
      ? `did not answer within ${timeoutMs} ms`
      : `failed: ${describe(error)}`;
    throw new HostFailure(`${what} ${reason}`, host.log());
  }
}

export function hostGet(host: Host, project: Project, path: string): Promise<unknown> {
  return hostCall(host, project, "GET", path);
}

/** The host forgets the project's plugins and configuration; the next request loads them again. */
export async function disposeInstance(host: Host, project: Project): Promise<void> {
  await hostCall(host, project, "POST", "/instance/dispose");
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
