import type { HostWords } from "../../types.ts";
import { REFRESH } from "../shared/refresh-tool.ts";

/** The plugin, its server of hooks and of one tool, and that tool. */
export const PLUGIN = "memory-bank";
/** The catalogue in which Claude Code finds the plugin. It has no other one. */
export const MARKETPLACE = "agent-memory-bank";
export const SERVER = "bank";
/** As agents call it. */
export const REFRESH_TOOL = `mcp__plugin_${PLUGIN}_${SERVER}__${REFRESH}`;

/** What Claude Code's agents call their tools. */
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
