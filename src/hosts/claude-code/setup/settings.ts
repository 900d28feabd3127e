import { join } from "node:path";
import { foldersUp } from "../../../io/bank/find-bank.ts";
import { readText, statOf } from "../../../io/disk/read.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { field, isRecord, textField } from "../../shared/payload.ts";
import { MARKETPLACE, PLUGIN } from "../words.ts";

export const MARKETPLACES = "extraKnownMarketplaces";
export const ENABLED = "enabledPlugins";
/** As settings and commands name the plugin. */
export const PLUGIN_ID = `${PLUGIN}@${MARKETPLACE}`;

const FOLDER = ".claude";
const SHARED = "settings.json";
const LOCAL = "settings.local.json";

export interface SettingsFile {
  readonly kind: "user" | "project" | "local";
  readonly path: string;
  /** Undefined where Claude Code cannot read it. */
  readonly value: unknown;
}

/** What Claude Code, started there, reads: the ones that win last. Started below a project's folder it reads none of that project. */
export function readSettingsFiles(start: StartPoint): SettingsFile[] {
  const { machine, directory } = start;
  const places = [
    { kind: "user", path: join(userFolder(machine), SHARED) },
    { kind: "project", path: join(directory, FOLDER, SHARED) },
    { kind: "local", path: join(directory, FOLDER, LOCAL) },
  ] as const;
  return places.flatMap((place) => {
    const text = readText(place.path);
    return text === undefined ? [] : [{ ...place, value: parseSettings(text) }];
  });
}

/** As Claude Code does it: plain JSON, and an empty file says nothing. */
function parseSettings(text: string): unknown {
  const plain = text.replace(/^\ufeff/, "");
  return plain.trim() === "" ? {} : parseJson(plain);
}

/** Where something of ours may be; install writes the first that is there. */
export function ourFiles({ machine, directory, worktree }: StartPoint, scope: Scope): string[] {
  const user = join(userFolder(machine), SHARED);
  if (scope === "global") return [user];
  const folders = foldersUp(directory, worktree).map((at) => join(at, FOLDER));
  const shared = folders.map((at) => join(at, SHARED)).filter((path) => path !== user);
  return [...shared, ...folders.map((at) => join(at, LOCAL))];
}

export function writtenFile(start: StartPoint, scope: Scope): string {
  const shared = ourFiles(start, scope).filter((path) => path.endsWith(SHARED));
  const root = shared.at(-1) ?? join(start.directory, FOLDER, SHARED);
  return shared.find((path) => statOf(path) !== undefined) ?? root;
}

/** The last file that says whether our plugin is switched on, and the last that says where it is. */
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

/** What settings put into the environment of everything that Claude Code starts, over what is there. */
export function environmentIn(files: readonly SettingsFile[]): Record<string, string> {
  const given = files.map(({ value }) => field(value, "env")).filter(isRecord);
  const values = given.flatMap((env) => Object.entries(env));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

export function userFolder({ env, home }: Surroundings): string {
  const folder = env["CLAUDE_CONFIG_DIR"] || (home && join(home, FOLDER));
  if (folder) return folder;
  const message = "there is no home folder to look for Claude Code's settings in. Set HOME";
  throw new DiskError(message);
}
