import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

export function serve(): ToolServer {
  return serveBank({
    dialect: createDialect(),
    words: WORDS,
    directory: process.cwd(),
    refreshTool: { name: REFRESH, calledAs: REFRESH_TOOL },
    callKey: "callId",
  });
}
