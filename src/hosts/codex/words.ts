import type { HostWords } from "../../types.ts";
import { REFRESH } from "../shared/refresh-tool.ts";

/** Our server's name in Codex. No dash: Codex would replace it in the names of the server's tools. */
export const SERVER = "memory_bank";
/** The name of our tool in hooks. */
export const REFRESH_TOOL = `mcp__${SERVER}__${REFRESH}`;

/** How agents in Codex name their tools. Codex has no tool that only reads, so they use the shell. */
export const WORDS: HostWords = {
  read: `exec_command({ cmd: "cat '{address}'" })`,
  readFrom: `exec_command({ cmd: "tail -n +{line} '{address}'" })`,
  delegate: `spawn_agent(agent_type="{agent}")`,
  delegateWork: `spawn_agent(agent_type="{agent}", task_name="{description}", message="{prompt}")`,
  writeTools: { en: "apply_patch", zh: "apply_patch" },
  editTool: "apply_patch",
  ownInstructions: ["AGENTS.override.md", "AGENTS.md"],
  refresh: "$memory-bank-refresh",
  plan: `${REFRESH_TOOL}({ action: "plan" })`,
  apply: `${REFRESH_TOOL}({ action: "apply", plan: "{plan}" })`,
};
