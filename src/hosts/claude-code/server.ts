import { REFRESH_LISTED } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { PLUGIN } from "./words.ts";

const TOOL = {
  ...REFRESH_LISTED,
  // A tool that must be looked for first is not found by the command that needs it.
  _meta: { "anthropic/alwaysLoad": true },
};

/** One for each Claude Code, which starts it, and ends it with a signal. */
serveTools(PLUGIN, [TOOL], async () => (await import("./dialect.ts")).serve());
