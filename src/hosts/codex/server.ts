import { REFRESH_LISTED } from "../shared/refresh-tool.ts";
import { serveTools } from "../shared/tool-server.ts";
import { SERVER } from "./words.ts";

/** Codex starts one server for each thread, and ends it by closing its input. */
serveTools(SERVER, [REFRESH_LISTED], async () => (await import("./dialect.ts")).serve());
