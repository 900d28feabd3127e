import { serveMessagesModel } from "../../../../src/hosts/claude-code/doctor/scripted-model.ts";
import type { Dialect } from "../scripted-model.ts";
import { parseMessagesRequest } from "./model-request.ts";

/** So much of the model's window that the host compacts before its next request. */
export const CONTEXT_FULL = { promptTokens: 195_000 };

export const CLAUDE_CODE: Dialect = {
  serve: serveMessagesModel,
  parse: parseMessagesRequest,
  // A hook that sends the agent back, a notification, a summary: whatever it is, the turn's script goes on.
  goesOn: () => true,
  // It appends to its transcript a moment later: no real model is faster than that.
  delayMs: 60,
};
