import { type HookInput, readHookInput } from "../shared/hook-input.ts";
import { field, textField } from "../shared/payload.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { MOST_CHARS } from "./hook-table.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

export function serve(): ToolServer {
  return serveBank({
    dialect: createDialect(),
    words: WORDS,
    directory: process.cwd(),
    mostChars: MOST_CHARS,
    refreshTool: { name: REFRESH, calledAs: REFRESH_TOOL },
    toHookInput,
    toCaller,
  });
}

function toCaller(params: unknown) {
  const meta = field(params, "_meta");
  return { callID: textField(meta, "callId") ?? "", session: textField(meta, "threadId") };
}

/** A missing field would fail the hook: whose thread it is comes beside what the hook hands over. */
export function toHookInput(params: unknown): HookInput {
  const given = field(params, "arguments");
  const input = readHookInput(given);
  const { session } = toCaller(params);
  return {
    ...input,
    agent: session === input.session ? undefined : session,
    // A text here, whatever it looks like.
    response: field(given, "response"),
  };
}
