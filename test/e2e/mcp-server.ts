import { fileURLToPath } from "node:url";
import type { Project } from "./kit/index.ts";

/** A server of tools that read, write, move and delete files, and of some that do more than they say. */
export function addMcpServer(project: Project): void {
  const server = fileURLToPath(new URL("../fixtures/mcp-files.mjs", import.meta.url));
  const config = JSON.parse(project.read("opencode.json")) as object;
  const mcp = { files: { type: "local", command: [process.execPath, server, project.dir] } };
  project.write("opencode.json", JSON.stringify({ ...config, mcp }));
}
