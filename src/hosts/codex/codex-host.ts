import type { Host } from "../host.ts";
import { ownPackage } from "../own-package.ts";
import { CODEX } from "./about.ts";
import { findProgram } from "../shared/doctor/find-program.ts";
import { environmentOf, readSetups } from "./setup/read-setup.ts";
import { WORDS } from "./words.ts";

/** Codex's setup and diagnosis. What only some commands need is loaded by them. */
export const codexHost: Host = {
  ...CODEX,
  words: WORDS,

  isSetUp: (start) => readSetups(start).some(({ hasHooks }) => hasHooks),

  readGiven: (start) => ({ env: environmentOf(start), options: undefined }),

  async planInstall(start, scope) {
    const { codexFolder, planInstall } = await import("./setup/plan-install.ts");
    return planInstall(
      start,
      scope,
      codexFolder(ownPackage()),
      findProgram(CODEX.program, start.machine),
    );
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-uninstall.ts");
    return planUninstall(start, scopes);
  },

  async check(start, isLive) {
    const { checkCodex } = await import("./doctor/check-codex.ts");
    return checkCodex(start, isLive);
  },

  // They are among the files that install would put right.

  loadTrial: async () => (await import("./doctor/trial.ts")).TRIAL,
};
