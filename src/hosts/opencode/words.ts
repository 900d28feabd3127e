import type { HostWords } from "../../types.ts";

/** What the user types; also the name of the command that is registered. */
export const REFRESH_COMMAND = "memory-bank-refresh";
/** The tool that the agent calls for the refresh command. */
export const REFRESH_TOOL = "memory_bank_refresh";

/** The host's own agent that only plans: it has nothing to offer, and applies nothing. */
export const PLANNER = "plan";

/** What OpenCode's agents call their tools. */
export const WORDS: HostWords = {
  read: 'read({ filePath: "{address}" })',
  readFrom: 'read({ filePath: "{address}", offset: {line} })',
  delegate: 'task(subagent_type="{agent}")',
  delegateWork: 'task(subagent_type="{agent}", description="{description}", prompt="{prompt}")',
  writeTools: { en: "write, edit or apply_patch", zh: "write、edit 或 apply_patch" },
  editTool: "edit",
  ownInstructions: ["AGENTS.md", "CLAUDE.md"],
  refresh: `/${REFRESH_COMMAND}`,
  plan: `${REFRESH_TOOL}({ action: "plan" })`,
  apply: `${REFRESH_TOOL}({ action: "apply", plan: "{plan}" })`,
};

/** What OpenCode 2's agents call their tools. */
export const WORDS_2: HostWords = {
  ...WORDS,
  read: 'read({ path: "{address}" })',
  readFrom: 'read({ path: "{address}", offset: {line} })',
  delegate: 'subagent({ agent: "{agent}" })',
  delegateWork: 'subagent({ agent: "{agent}", description: "{description}", prompt: "{prompt}" })',
  writeTools: { en: "write, edit or patch", zh: "write、edit 或 patch" },
};
