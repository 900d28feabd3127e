import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../io/disk/attempt.ts";
import { stateHomes } from "../../io/disk/state-folder.ts";
import { type HookInput, readHookInput } from "../shared/hook-input.ts";
import { field, textField } from "../shared/payload.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { MOST_CHARS } from "./hook-table.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

export function serve(): ToolServer {
  const server = serveBank({
    dialect: createDialect(),
    words: WORDS,
    directory: process.cwd(),
    mostChars: MOST_CHARS,
    checkWorker: new URL("../../check-worker.js", import.meta.url),
    refreshTool: { name: REFRESH, calledAs: REFRESH_TOOL },
    toHookInput,
    toCaller: (params) => ({ callID: callIn(params), session: threadIn(params) }),
  });
  const lives = new Set<string>();
  return {
    ...server,
    call(params) {
      const thread = threadIn(params);
      if (thread !== undefined && !lives.has(thread)) lives.add(showLife(thread));
      return server.call(params);
    },
    async close() {
      for (const thread of lives) attempt(() => rmSync(lifeOf(thread), { force: true }), undefined);
      await server.close();
    },
  };
}

/** A missing field would fail the hook: whose thread it is comes beside what the hook hands over. */
function toHookInput(params: unknown): HookInput {
  const given = field(params, "arguments");
  const input = readHookInput(given);
  const thread = threadIn(params);
  return {
    ...input,
    agent: thread === input.session ? undefined : thread,
    // A text here, whatever it looks like.
    response: field(given, "response"),
  };
}

function threadIn(params: unknown): string | undefined {
  return textField(params, "_meta", "threadId");
}

function callIn(params: unknown): string {
  return textField(params, "_meta", "callId") ?? "";
}

/** By this file the net knows that somebody judges the calls of a thread. */
function lifeOf(thread: string): string {
  return join(stateHomes()[0] ?? "", "threads", thread.replaceAll(/[^\w-]/g, ""));
}

function showLife(thread: string): string {
  attempt(() => {
    mkdirSync(join(stateHomes()[0] ?? "", "threads"), { recursive: true });
    writeFileSync(lifeOf(thread), `${process.pid}\n`);
  }, undefined);
  return thread;
}
