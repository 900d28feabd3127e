import type { Host } from "../host.ts";
import { CLAUDE_CODE } from "./about.ts";
import { environmentIn, findOurs, readSettingsFiles } from "./setup/settings.ts";
import { WORDS } from "./words.ts";

/** Claude Code's setup and diagnosis. What only some commands need is loaded by them. */
export const claudeCodeHost: Host = {
  ...CLAUDE_CODE,
  words: WORDS,

  isSetUp: (start) => findOurs(readSettingsFiles(start)).isEnabled,

  readGiven: (start) => ({
    env: { ...start.machine.env, ...environmentIn(readSettingsFiles(start)) },
    options: undefined,
  }),

  async planInstall(start, scope) {
    const { planInstall } = await import("./setup/plan-setup.ts");
    return planInstall(start, scope);
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-setup.ts");
    return planUninstall(start, scopes);
  },

  async check(start, isLive) {
    const { checkClaude } = await import("./doctor/check-claude.ts");
    return checkClaude(start, isLive);
  },

  // Its skill has the plugin's name before its own: no copy takes its place.

  loadTrial: async () => (await import("./doctor/trial.ts")).TRIAL,
};
