import { readHookInput } from "../shared/hook-input.ts";
import { field, textField } from "../shared/payload.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { createDialect } from "./dialect.ts";
import { MOST_CHARS } from "./hook-events.ts";
import { REFRESH, REFRESH_TOOL, WORDS } from "./words.ts";

export function serve(): ToolServer {
  return serveBank({
    dialect: createDialect(process.env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli"),
    words: WORDS,
    directory: process.env["CLAUDE_PROJECT_DIR"] || process.cwd(),
    mostChars: MOST_CHARS,
    refreshTool: { name: REFRESH, calledAs: REFRESH_TOOL },
    toHookInput: (params) => readHookInput(field(params, "arguments")),
    toCaller: (params) => ({ callID: textField(params, "_meta", "claudecode/toolUseId") ?? "" }),
  });
}
