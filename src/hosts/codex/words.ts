import type { HostWords } from "../../types.ts";

/** The server of hooks and of one tool, and that tool. */
export const SERVER = "memory-bank";
export const REFRESH = "refresh";
/** As agents call it. */
export const REFRESH_TOOL = `mcp__memory_bank__${REFRESH}`;

/** What Codex's agents call their tools. */
export const WORDS: HostWords = {
  read: "cat {address}",
  readFrom: "tail -n +{line} {address}",
  delegate: 'spawn_agent(agent_type="{agent}")',
  delegateWork: 'spawn_agent(agent_type="{agent}", message="{description}: {prompt}")',
  writeTools: { en: "apply_patch", zh: "apply_patch" },
  editTool: "apply_patch",
  refresh: "$memory-bank-refresh",
  plan: `${REFRESH_TOOL}({ action: "plan" })`,
  apply: `${REFRESH_TOOL}({ action: "apply", plan: "{plan}" })`,
};
