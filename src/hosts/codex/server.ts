import { describeRefresh } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { REFRESH, SERVER } from "./words.ts";

/** One for each thread of Codex's, which starts it, and ends it by closing its input. */
serveTools(SERVER, [describeRefresh(REFRESH)], async () => {
  const { serve } = await import("./serve.ts");
  return serve();
});
