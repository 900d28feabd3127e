import { REFRESH_LISTED } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { PLUGIN } from "./words.ts";

const TOOL = {
  ...REFRESH_LISTED,
  // Show the tool to the model at once: our command fails if the model has to search for the tool first.
  _meta: { "anthropic/alwaysLoad": true },
};

/** Each running Claude Code starts one server, and ends it with a signal. */
serveTools(PLUGIN, [TOOL], async () => (await import("./dialect.ts")).serve());
