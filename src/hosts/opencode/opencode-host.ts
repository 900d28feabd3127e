import type { Host, StartPoint } from "../host.ts";
import { OPENCODE } from "./about.ts";
import { type LoadedEntry, findPluginEntries } from "./doctor/find-plugin-entries.ts";
import { hostPlaces } from "./setup/places.ts";
import { WORDS } from "./words.ts";

/** OpenCode's setup and diagnosis. What only some commands need is loaded by them. */
export const opencodeHost: Host = {
  ...OPENCODE,
  words: WORDS,
  isSetUp: (start) => acting(start) !== undefined,

  readGiven: (start) => ({ env: start.machine.env, options: acting(start)?.options }),

  async planInstall(start, scope) {
    const { planOwnInstall } = await import("./setup/plan-setup.ts");
    return planOwnInstall(start, scope);
  },

  async planUninstall(start, scopes) {
    const { planUninstall } = await import("./setup/plan-setup.ts");
    return planUninstall(start, scopes);
  },

  async check(start, isLive) {
    const { checkOpenCode } = await import("./doctor/check-opencode.ts");
    return checkOpenCode(start, isLive);
  },

  loadTrial: async () => (await import("./doctor/trial.ts")).TRIAL,
};

/** Of several copies of the plugin the one loaded last acts. */
function acting(start: StartPoint): LoadedEntry | undefined {
  return findPluginEntries(hostPlaces(start)).entries.findLast(({ isThere }) => isThere);
}
