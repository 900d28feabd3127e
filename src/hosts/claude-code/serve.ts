import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

export function serve(): ToolServer {
  return serveBank({
    dialect: createDialect(process.env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli"),
    words: WORDS,
    directory: process.env["CLAUDE_PROJECT_DIR"] || process.cwd(),
    refreshTool: { name: REFRESH, calledAs: REFRESH_TOOL },
    callKey: "claudecode/toolUseId",
  });
}
