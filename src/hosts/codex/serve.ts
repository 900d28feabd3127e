import { type HookInput, readHookInput } from "../shared/hook-input.ts";
import { field, textField } from "../shared/payload.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { buryDead, showLife } from "../../io/disk/lives.ts";
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
  let isShown = false;
  return {
    ...server,
    call(params) {
      const thread = threadIn(params);
      if (!isShown && thread !== undefined) showLife(thread);
      isShown = true;
      return server.call(params);
    },
    async close() {
      buryDead();
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
