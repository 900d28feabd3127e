import type { Host } from "../host.ts";
import { builtFolder } from "../own-package.ts";
import { CODEX } from "./about.ts";
import { findProgram } from "../shared/doctor/find-program.ts";
import { environmentOf, readSetups } from "./setup/codex-places.ts";
import { WORDS } from "./words.ts";

/** Codex's setup and diagnosis. What only some commands need is loaded by them. */
export const codexHost: Host = {
  ...CODEX,
  words: WORDS,

  isSetUp: (start) => readSetups(start).some(({ hasHooks }) => hasHooks),

  readGiven: (start) => ({ env: environmentOf(start), options: undefined }),

  async planInstall(start, scope) {
    const { planInstall } = await import("./setup/plan-setup.ts");
    const codex = findProgram(CODEX.program, start.machine);
    return planInstall(start, scope, builtFolder(CODEX.id), codex);
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-setup.ts");
    return planUninstall(start, scopes);
  },

  async check(start, isLive) {
    const { checkCodex } = await import("./doctor/check-codex.ts");
    return checkCodex(start, isLive);
  },

  // They are among the files that install would put right.

  loadTrial: async () => (await import("./doctor/trial.ts")).TRIAL,
};
