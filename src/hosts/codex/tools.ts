import { type HostTools, describeTools } from "../shared/host-tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** Hooks write a tool's namespace directly before its name. */
const NAMESPACES = ["", "functions", "clock", "collaboration", "multi_agent_v1"];
const inAll = (names: string) =>
  NAMESPACES.map((namespace) => names.replaceAll(/\w+/g, `${namespace}$&`)).join(" ");

/** Codex's own tools, as its hooks name them. */
export const TOOLS: HostTools = describeTools(
  {
    looks: inAll(
      "update_plan view_image web_search wait_agent list_agents send_message close_agent resume_agent interrupt_agent sleep get_goal create_goal update_goal tool_search list_mcp_resources list_mcp_resource_templates read_mcp_resource",
    ),
    talks: `${inAll("request_user_input request_user_input_async")} ${REFRESH_TOOL}`,
    delegates: inAll("spawn_agent followup_task send_input"),
    read: "",
    write: "",
    edit: "",
    patch: "apply_patch",
    shell: "bash exec_command shell",
  },
  patchIn,
);

/** A shell command with a patch. Codex itself applies the patch if the command has this form. */
const IN_SHELL =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([\w./@+-]+))\s*&&\s*)?apply_?patch\s+<<\s*(['"]?)(\w+)\4\n([^]*?)\n\5\s*$/;

function patchIn(command: string) {
  const [, single, double, bare, , end = "", patch] = IN_SHELL.exec(command) ?? [];
  // The here-doc ends at the first line with its end word: a shell would run what follows.
  if (patch === undefined || patch.split("\n").includes(end)) return undefined;
  return { patch, folder: single ?? double ?? bare ?? "" };
}
