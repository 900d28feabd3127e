import type { Host, StartPoint } from "../host.ts";
import { OPENCODE } from "./about.ts";
import { type LoadedEntry, findPluginEntries } from "./doctor/find-plugin-entries.ts";
import { hostPlaces } from "./setup/places.ts";
import { WORDS } from "./words.ts";

export const opencodeHost: Host = {
  ...OPENCODE,
  words: WORDS,
  isSetUp: (start) => acting(start) !== undefined,
  readGiven: (start) => ({ env: start.machine.env, options: acting(start)?.options }),
  load: async () => (await import("./setup/setup.ts")).SETUP,
};

/** Of several copies of the plugin the one loaded last acts. */
function acting(start: StartPoint): LoadedEntry | undefined {
  return findPluginEntries(hostPlaces(start)).entries.findLast(({ isThere }) => isThere);
}
