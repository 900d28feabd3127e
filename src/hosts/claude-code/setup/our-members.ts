import { dropMember, putMember } from "../../../formats/edit-members.ts";
import { newJson } from "../../../formats/new-config.ts";
import type { Broken } from "../../shared/broken-config.ts";
import { findNoObject } from "../../shared/find-no-object.ts";
import { MARKETPLACE, PLUGIN } from "../words.ts";

export const MARKETPLACES = "extraKnownMarketplaces";
export const ENABLED = "enabledPlugins";
/** As settings and commands name the plugin. */
export const PLUGIN_ID = `${PLUGIN}@${MARKETPLACE}`;

/** A text of settings in which Claude Code finds the plugin in this folder, and loads it. */
export function putOurs(text: string | undefined, folder: string): string {
  const source = { source: { source: "directory", path: folder } };
  if (text === undefined || text.replace(/^\ufeff/, "").trim() === "") {
    return newJson(text, {
      [MARKETPLACES]: { [MARKETPLACE]: source },
      [ENABLED]: { [PLUGIN_ID]: true },
    });
  }
  const known = putMember(text, [MARKETPLACES, MARKETPLACE], source);
  return putMember(known, [ENABLED, PLUGIN_ID], true);
}

export function dropOurs(text: string): string {
  return dropMember(dropMember(text, [ENABLED, PLUGIN_ID]), [MARKETPLACES, MARKETPLACE]);
}

/** Why nothing can be put into a text of settings. */
export function findBroken(text: string): Broken | undefined {
  return findNoObject(text, [MARKETPLACES, ENABLED]);
}
