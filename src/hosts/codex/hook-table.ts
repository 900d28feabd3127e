import { SERVER } from "./words.ts";

/** What Codex is to ask, and when: the object under "hooks" of its hooks.json. */
export function toHooks({ net }: { server: string; net: string }) {
  const ask = (input: Record<string, string>) => ({
    type: "mcp_tool",
    server: SERVER,
    tool: "hook",
    timeout: 30,
    input: { event: "${hook_event_name}", ...input },
  });
  return {
    SessionStart: [{ hooks: [ask({ source: "${source}" })] }],
    PreToolUse: [
      { hooks: [ask({ tool: "${tool_name}", args: "${tool_input}" })] },
      { matcher: "Bash|apply_patch", hooks: [{ type: "command", command: `sh '${net}'` }] },
    ],
  };
}
