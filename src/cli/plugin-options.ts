import { hostPlaces } from "../io/host-places.ts";
import { surroundings } from "../io/disk/state-folder.ts";
import { findPluginEntries } from "./doctor/find-plugin-entries.ts";

/** The options that a host started there would hand to the plugin; of several copies the one loaded last acts. */
export function readPluginOptions(directory: string, worktree: string): unknown {
  const { entries } = findPluginEntries(hostPlaces(surroundings(), directory, worktree));
  return entries.findLast(({ isThere }) => isThere)?.options;
}
