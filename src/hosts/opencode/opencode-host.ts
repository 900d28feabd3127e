import type { Host, StartPoint } from "../host.ts";
import { OPENCODE } from "./about.ts";
import { ownPackage } from "../own-package.ts";
import { type LoadedEntry, findPluginEntries } from "./doctor/find-plugin-entries.ts";
import { createKeyTriggerCheck } from "./setup/has-key-trigger.ts";
import { hostPlaces, skillFolders } from "./setup/host-places.ts";
import { WORDS } from "./words.ts";

/** OpenCode's setup and diagnosis. What only some commands need is loaded by them. */
export const opencodeHost: Host = {
  ...OPENCODE,
  words: WORDS,
  createKeyTriggerCheck,

  isSetUp: (start) => acting(start) !== undefined,

  readGiven: (start) => ({ env: start.machine.env, options: acting(start)?.options }),

  async planInstall(start, scope) {
    const { planOwnInstall } = await import("./setup/plan-install.ts");
    return planOwnInstall(start, scope);
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-uninstall.ts");
    return planUninstall(start, scopes);
  },

  async check(start, isLive) {
    const { checkOpenCode } = await import("./doctor/check-opencode.ts");
    return checkOpenCode(start, isLive);
  },

  async checkSkills({ machine, directory, worktree }) {
    const { checkSkills } = await import("./doctor/check-skills.ts");
    return checkSkills(ownPackage().root, skillFolders(machine, directory, worktree));
  },

  loadTrial: async () => (await import("./doctor/trial.ts")).TRIAL,
};

/** Of several copies of the plugin the one loaded last acts. */
function acting(start: StartPoint): LoadedEntry | undefined {
  return findPluginEntries(hostPlaces(start)).entries.findLast(({ isThere }) => isThere);
}
