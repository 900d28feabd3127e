import { describeRefresh } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { PLUGIN, REFRESH } from "./words.ts";

const TOOL = {
  ...describeRefresh(REFRESH),
  // A tool that must be looked for first is not found by the command that needs it.
  _meta: { "anthropic/alwaysLoad": true },
};

/** One for each Claude Code, which starts it, and ends it with a signal. */
serveTools(PLUGIN, [TOOL], async () => {
  const { serve } = await import("./serve.ts");
  return serve();
});
