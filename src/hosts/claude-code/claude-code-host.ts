import type { Host } from "../host.ts";
import { CLAUDE_CODE } from "./about.ts";
import { environmentIn, findOurs, readSettingsFiles } from "./setup/settings.ts";
import { WORDS } from "./words.ts";

export const claudeCodeHost: Host = {
  ...CLAUDE_CODE,
  words: WORDS,
  isSetUp: (start) => findOurs(readSettingsFiles(start)).isEnabled,
  readGiven: (start) => ({
    env: { ...start.machine.env, ...environmentIn(readSettingsFiles(start)) },
  }),
  load: async () => (await import("./setup/setup.ts")).SETUP,
};
