import { resolve } from "node:path";
import { type HostTools, describeTools } from "../shared/host-tools.ts";
import { textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { REFRESH_TOOL } from "./words.ts";

/** Hooks put a tool's namespace before its name, without anything between them. */
const NAMESPACES = ["", "functions", "clock", "collaboration", "multi_agent_v1"];
const inAll = (names: string) =>
  names.split(" ").flatMap((name) => NAMESPACES.map((namespace) => namespace + name));

const OWN = describeTools(
  {
    looks: inAll(
      "update_plan view_image web_search wait_agent list_agents send_message close_agent resume_agent interrupt_agent sleep get_goal create_goal update_goal tool_search list_mcp_resources list_mcp_resource_templates read_mcp_resource",
    ).join(" "),
    talks: [...inAll("request_user_input request_user_input_async"), REFRESH_TOOL].join(" "),
    delegates: inAll("spawn_agent followup_task send_input").join(" "),
    read: "",
    write: "",
    edit: "",
    patch: "apply_patch",
    shell: "bash exec_command shell",
  },
  ["agent_type"],
  (args, kind) => (kind === "patch" ? { patchText: textField(args, "command") ?? "" } : args),
);

/** A patch that is given to the shell: Codex takes it out of this form, and of no other, and applies it itself. */
const IN_SHELL =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([\w./@+-]+))\s*&&\s*)?apply_?patch\s+<<\s*(['"]?)(\w+)\4\n([^]*?)\n\5\s*$/;

/** A patch in a command, and the folder that it is to be applied in. */
export function patchIn(tool: string, args: unknown) {
  const command = OWN.kindOf(tool) === "shell" ? textField(args, "command") : undefined;
  const [, single, double, bare, , end = "", patch] = IN_SHELL.exec(command ?? "") ?? [];
  // It ends with the first such line: what comes after it is run.
  if (patch === undefined || patch.split("\n").includes(end)) return undefined;
  return { patch, folder: single ?? double ?? bare ?? "" };
}

/** What a call really is, and where. */
function toActual(tool: string, args: unknown, around: Surroundings) {
  const given = patchIn(tool, args);
  if (given === undefined) return { tool, args, around };
  const directory = resolve(around.directory, given.folder);
  return { tool: "apply_patch", args: { command: given.patch }, around: { ...around, directory } };
}

/** Codex's own tools, as its hooks name them. */
export const TOOLS: HostTools = {
  ...OWN,
  understand(tool, args, around) {
    const actual = toActual(tool, args, around);
    return OWN.understand(actual.tool, actual.args, actual.around);
  },
  toToolCall(tool, args, around) {
    const actual = toActual(tool, args, around);
    return OWN.toToolCall(actual.tool, actual.args, actual.around);
  },
};
