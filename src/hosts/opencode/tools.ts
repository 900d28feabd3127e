import { describeTools } from "../shared/host-tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** OpenCode's own tools, and those of its best known plugin. */
export const TOOLS = describeTools(
  {
    looks:
      "glob grep list ls skill todowrite todoread webfetch websearch lsp invalid codesearch plan_enter plan_exit structuredoutput lsp_diagnostics lsp_goto_definition lsp_prepare_rename lsp_symbols look_at background_output",
    talks: `question ${REFRESH_TOOL}`,
    delegates: "task proxy_task delegate_task call_omo_agent",
    read: "read",
    write: "write",
    edit: "edit multiedit",
    patch: "apply_patch patch",
    shell: "bash shell",
  },
  ["subagent_type", "agent", "subagent", "agent_type"],
);
