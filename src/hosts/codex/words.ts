import type { HostWords } from "../../types.ts";
import { REFRESH } from "../shared/refresh-tool.ts";

/** Our server, as Codex names it; a dash would be changed in the names of its tools. */
export const SERVER = "memory_bank";
/** As hooks call it. */
export const REFRESH_TOOL = `mcp__${SERVER}__${REFRESH}`;

/** What Codex's agents call their tools. It has none that reads. */
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
