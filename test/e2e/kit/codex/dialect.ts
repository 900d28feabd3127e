import { serveResponsesModel } from "../../../../src/hosts/codex/doctor/scripted-model.ts";
import type { Dialect } from "../scripted-model.ts";
import { parseResponsesRequest } from "./model-request.ts";

/** Above the limit of the closed home: the host compacts before its next request. */
export const CONTEXT_FULL = { promptTokens: 250_000 };

export const CODEX: Dialect = {
  serve: serveResponsesModel,
  parse: parseResponsesRequest,
  // A hook that sends the agent back, a subagent's answer, a summary: whatever it is, the turn's script goes on.
  goesOn: () => true,
  delayMs: 0,
};
