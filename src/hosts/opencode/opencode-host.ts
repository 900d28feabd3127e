import type { Host, StartPoint } from "../host.ts";
import { OPENCODE } from "./about.ts";
import { findOurs } from "./setup/configs.ts";
import { hostPlaces } from "./setup/places.ts";
import { WORDS } from "./words.ts";

export const opencodeHost: Host = {
  ...OPENCODE,
  words: WORDS,
  isSetUp: (start) => acting(start) !== undefined,
  readGiven: (start) => ({ env: start.machine.env, options: acting(start)?.options }),
  load: async () => (await import("./setup/setup.ts")).SETUP,
};

/** The entry that acts: of several copies of the plugin, the one loaded last. */
const acting = (start: StartPoint) =>
  findOurs(hostPlaces(start)).entries.find(({ kind }) => kind !== "gone");
