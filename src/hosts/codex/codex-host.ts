import type { Host } from "../host.ts";
import { ownPackage } from "../own-package.ts";
import { CODEX } from "./about.ts";
import { findCodex } from "./doctor/find-codex.ts";
import { environmentOf, readSetups } from "./setup/read-setup.ts";
import { WORDS } from "./words.ts";

/** Codex's setup and diagnosis. What only some commands need is loaded by them. */
export const codexHost: Host = {
  ...CODEX,
  words: WORDS,
  findProgram: findCodex,

  isSetUp: (start) => readSetups(start).some(({ hasHooks }) => hasHooks),

  readGiven: (start) => ({ env: environmentOf(start), options: undefined }),

  createKeyTriggerCheck: () => () => false,

  async planInstall(start, scope) {
    const { codexFolder, planInstall } = await import("./setup/plan-install.ts");
    return planInstall(start, scope, codexFolder(ownPackage()), findCodex(start.machine));
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-uninstall.ts");
    return planUninstall(start, scopes);
  },

  async check(start) {
    const { checkCodex } = await import("./doctor/check-codex.ts");
    return checkCodex(start);
  },

  async checkSkills(start) {
    const { checkSkills } = await import("./doctor/check-files.ts");
    return checkSkills(start);
  },

  async checkLive({ machine }, onProgress) {
    const { checkLive } = await import("./doctor/check-live.ts");
    return checkLive(machine, onProgress);
  },
};
