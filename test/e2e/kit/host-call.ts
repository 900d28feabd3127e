import { expect } from "vitest";
import type { Host } from "./host.ts";
import { toRecords, toText } from "./json.ts";
import { callServer } from "./opencode-server.ts";
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
): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await callServer(host.url, project.dir, path, { method, body, signal });
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    const reason = timedOut ? `did not answer within ${TIMEOUT_MS} ms` : describe(error);
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
      .some((line) => line.includes("server.instance.disposed") && line.includes(project.dir));
    if (isDone) break;
  }
  stop.abort();
}

/** Answers the questions that the session's agent asks through the host, once it does. */
export async function answerQuestion(
  host: Host,
  project: Project,
  sessionID: string,
  answers: string[][],
): Promise<void> {
  let id = "";
  await expect
    .poll(async () => {
      const asked = toRecords(await hostCall(host, project, "GET", "/question"));
      id = toText(asked.find((each) => each["sessionID"] === sessionID)?.["id"] ?? "");
      return id;
    })
    .not.toBe("");
  await hostCall(host, project, "POST", `/question/${id}/reply`, { answers });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
