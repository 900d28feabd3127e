import { expect, it } from "vitest";
import { field, isRecord, listIn } from "../shared/payload.ts";
import { ROOM, toHooks } from "./hook-table.ts";
import { SERVER } from "./words.ts";

const ALWAYS = "session_id transcript_path cwd hook_event_name model permission_mode";
const IN_TURN = `${ALWAYS} turn_id`;
/** What Codex 0.166 hands over, wherever the event happens: in a subagent there is more. */
const HANDED_OVER: Readonly<Record<string, string>> = {
  SessionStart: `${ALWAYS} source`,
  UserPromptSubmit: `${IN_TURN} prompt`,
  PreToolUse: `${IN_TURN} tool_name tool_input tool_use_id`,
  PostToolUse: `${IN_TURN} tool_name tool_input tool_response tool_use_id`,
  Stop: `${IN_TURN} stop_hook_active last_assistant_message`,
  SubagentStart: `${IN_TURN} agent_id agent_type`,
  SubagentStop: `${IN_TURN} agent_transcript_path stop_hook_active agent_id agent_type last_assistant_message`,
};

const hooks = toHooks("sh net.sh");
const hooksOf = (event: string) =>
  (hooks[event] ?? []).flatMap((group) => listIn(group, "hooks").filter(isRecord));

it.each(Object.keys(hooks))("%s names only fields that it has", (event) => {
  const known = new Set((HANDED_OVER[event] ?? "").split(" ").map((name) => `\${${name}}`));
  for (const hook of hooksOf(event)) {
    if (hook["type"] !== "mcp_tool") continue;
    const { part, ...input } = isRecord(hook["input"]) ? hook["input"] : {};
    expect(part).toMatch(/^[1-9]$/);
    expect(Object.values(input).filter((name) => !known.has(String(name)))).toEqual([]);
    expect(Object.keys(input)).toEqual(
      expect.arrayContaining(["event", "session", "transcript", "folder"]),
    );
  }
});

it("a long text is asked for in pieces, each by its own number", () => {
  for (const event of ["UserPromptSubmit", "SessionStart", "SubagentStart"])
    expect(hooksOf(event).map((hook) => field(hook, "input", "part"))).toEqual(
      Array.from({ length: ROOM.pieces }, (_, index) => String(index + 1)),
    );
  expect(hooksOf("PostToolUse")).toHaveLength(1);
});

it("no piece is longer than what the host takes, in bytes", () => {
  expect(Buffer.byteLength("好".repeat(ROOM.longest))).toBeLessThan(10_000);
});

it("each is answered by our server, in the host's own form", () => {
  for (const hook of Object.keys(hooks).flatMap(hooksOf)) {
    expect(hook["timeout"]).toBeGreaterThan(0);
    if (hook["type"] === "mcp_tool") expect(hook).toMatchObject({ server: SERVER, tool: "hook" });
    else expect(hook).toMatchObject({ type: "command", command: "sh net.sh" });
  }
});

it("the net is under commands and patches, whole names only", () => {
  const [, net] = hooks["PreToolUse"] ?? [];
  const matcher = new RegExp(`^(?:${String(field(net, "matcher"))})$`);
  for (const tool of ["Bash", "apply_patch"]) expect(matcher.test(tool)).toBe(true);
  for (const tool of ["mcp__x__Bash", "BashOutput", "update_plan"])
    expect(matcher.test(tool)).toBe(false);
});
