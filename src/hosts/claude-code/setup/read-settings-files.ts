import { attempt, readText } from "../../../io/disk/read.ts";
import type { StartPoint } from "../../host.ts";
import { field, isRecord, textField } from "../../shared/payload.ts";
import { MARKETPLACE } from "../words.ts";
import { ENABLED, MARKETPLACES, PLUGIN_ID } from "./our-members.ts";
import { type SettingsPlace, settingsPlaces } from "./settings-places.ts";

export interface SettingsFile extends SettingsPlace {
  /** Undefined where Claude Code cannot read it. */
  readonly value: unknown;
}

/** Those that are there, the ones that win last. */
export function readSettingsFiles(start: StartPoint): SettingsFile[] {
  return settingsPlaces(start).read.flatMap((place) => {
    const text = readText(place.path);
    return text === undefined ? [] : [{ ...place, value: parse(text) }];
  });
}

/** As Claude Code does it: plain JSON, and an empty file says nothing. */
export function parse(text: string): unknown {
  const plain = text.replace(/^\ufeff/, "");
  return plain.trim() === "" ? {} : attempt((): unknown => JSON.parse(plain), undefined);
}

/** The last file that says whether our plugin is switched on, and the last that says where it is. */
export function findOurs(files: readonly SettingsFile[]) {
  const enabled = files.findLast(({ value }) => isEnabledIn(value) !== undefined);
  const placed = files.findLast(({ value }) => field(value, MARKETPLACES, MARKETPLACE));
  return {
    isEnabled: isEnabledIn(enabled?.value) === true,
    enabled,
    placed,
    folder: textField(placed?.value, MARKETPLACES, MARKETPLACE, "source", "path"),
  };
}

/** What settings put into the environment of everything that Claude Code starts, over what is there. */
export function environmentIn(files: readonly SettingsFile[]): Record<string, string> {
  const given = files.map(({ value }) => field(value, "env")).filter(isRecord);
  const values = given.flatMap((env) => Object.entries(env));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

function isEnabledIn(value: unknown): unknown {
  return field(value, ENABLED, PLUGIN_ID);
}
