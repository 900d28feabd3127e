import type { HostWords } from "../../types.ts";
import { REFRESH } from "../shared/refresh-tool.ts";

/** The name of the plugin. */
export const PLUGIN = "memory-bank";
/** The name of the marketplace in which Claude Code finds the plugin; it has no other plugin. */
export const MARKETPLACE = "agent-memory-bank";
export const SERVER = "bank";
/** The name by which agents call our tool. */
export const REFRESH_TOOL = `mcp__plugin_${PLUGIN}_${SERVER}__${REFRESH}`;

/** How agents in Claude Code name their tools. */
export const WORDS: HostWords = {
  read: 'Read({ file_path: "{address}" })',
  readFrom: 'Read({ file_path: "{address}", offset: {line} })',
  delegate: `Agent(subagent_type="${PLUGIN}:{agent}")`,
  delegateWork: `Agent(subagent_type="${PLUGIN}:{agent}", description="{description}", prompt="{prompt}")`,
  writeTools: { en: "Write or Edit", zh: "Write 或 Edit" },
  editTool: "Edit",
  ownInstructions: ["CLAUDE.md"],
  refresh: `/${PLUGIN}:${REFRESH}`,
  plan: `${REFRESH_TOOL}({ action: "plan" })`,
  apply: `${REFRESH_TOOL}({ action: "apply", plan: "{plan}" })`,
};
