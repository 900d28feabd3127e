import { join } from "node:path";
import { projectRoot } from "../../../io/bank/find-bank.ts";
import { readText } from "../../../io/disk/read.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import { type Scope, type StartPoint, ensureHome } from "../../host.ts";
import { field, parseJson, textField, variablesIn } from "../../shared/payload.ts";
import { CLAUDE_CODE } from "../about.ts";
import { MARKETPLACE, PLUGIN } from "../words.ts";

export const MARKETPLACES = "extraKnownMarketplaces";
export const ENABLED = "enabledPlugins";
/** The plugin's name in settings and commands. */
export const PLUGIN_ID = `${PLUGIN}@${MARKETPLACE}`;

const FOLDER = ".claude";
const SHARED = "settings.json";
const LOCAL = "settings.local.json";

export type SettingsFile = ReturnType<typeof readSettingsFiles>[number];

/** Reads the settings files of a Claude Code started there; later ones win. It ignores those of folders above. */
export function readSettingsFiles({ machine, directory }: StartPoint) {
  const places = [
    { kind: "user", path: join(userFolder(machine), SHARED) },
    { kind: "project", path: join(directory, FOLDER, SHARED) },
    { kind: "local", path: join(directory, FOLDER, LOCAL) },
  ] as const;
  return places.flatMap((place) => {
    const text = readText(place.path);
    // The value is undefined if the file is not valid JSON.
    return text === undefined ? [] : [{ ...place, value: parseSettings(text) }];
  });
}

/** Parses as Claude Code does: plain JSON, and an empty file has no settings. */
function parseSettings(text: string): unknown {
  const plain = text.replace(/^\ufeff/, "");
  return plain.trim() === "" ? {} : parseJson(plain);
}

/** Settings files that may have our entries; install writes to the first. */
export function ourFiles(
  { machine, directory, worktree }: StartPoint,
  scope: Scope,
): [string, ...string[]] {
  if (scope === "global") return [join(userFolder(machine), SHARED)];
  const folder = join(projectRoot(directory, worktree), FOLDER);
  return [join(folder, SHARED), join(folder, LOCAL)];
}

/** Finds the last file that says whether our plugin is on, and the last one that says where it is. */
export function findOurs(files: readonly SettingsFile[]) {
  const enabledIn = (file?: SettingsFile) => field(file?.value, ENABLED, PLUGIN_ID);
  const enabled = files.findLast((file) => enabledIn(file) !== undefined);
  const placed = files.findLast(({ value }) => field(value, MARKETPLACES, MARKETPLACE));
  return {
    isEnabled: enabledIn(enabled) === true,
    enabled,
    folder: textField(placed?.value, MARKETPLACES, MARKETPLACE, "source", "path"),
  };
}

/** The variables that settings add to the environment of each program that Claude Code starts. */
export function environmentIn(files: readonly SettingsFile[]): Record<string, string> {
  const given = files.map(({ value }) => variablesIn(field(value, "env")));
  return Object.assign({}, ...given);
}

export function userFolder({ env, home }: Surroundings): string {
  return ensureHome(env["CLAUDE_CONFIG_DIR"] || (home && join(home, FOLDER)), CLAUDE_CODE);
}
