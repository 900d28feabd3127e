import { REFRESH_LISTED } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { SERVER } from "./words.ts";

/** One for each thread of Codex's, which starts it, and ends it by closing its input. */
serveTools(SERVER, [REFRESH_LISTED], async () => (await import("./dialect.ts")).serve());
