import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PROTOCOL_VERSION, SKILL } from "../bank/layout.ts";
import { codeOf } from "./disk-error.ts";
import { readText } from "./read-text.ts";
import { statOf } from "./stat.ts";

export const PACKAGE = "agent-memory-bank";

/** A copy of the plugin or of the skill among a host's own files, from the time before one line was enough. */
export interface Copy {
  readonly kind: "plugin" | "skill";
  readonly path: string;
}

/** Only what is ours by its content: a file of that name may be anybody's. */
export function findCopies(folders: readonly string[]): Copy[] {
  return folders.flatMap((folder) => [
    ...["plugin", "plugins"].flatMap((name) => pluginsIn(join(folder, name))),
    ...["skill", "skills"].flatMap((name) => skillsIn(join(folder, name))),
  ]);
}

function pluginsIn(folder: string): Copy[] {
  return namesIn(folder)
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => isOurCode(readText(path)))
    .map((path) => ({ kind: "plugin", path }));
}

function skillsIn(folder: string): Copy[] {
  const path = join(folder, SKILL);
  const text = readText(join(path, "SKILL.md")) ?? "";
  const head = /^\ufeff?---\r?\n([^]*?)\r?\n---\r?\n/.exec(text)?.[1] ?? "";
  const isOurs = /^name: *["']?memory-bank["']? *$/m.test(head) && text.includes(PROTOCOL_VERSION);
  return isOurs ? [{ kind: "skill", path }] : [];
}

/** Words that only our plugin has, whether built or as source. */
function isOurCode(text: string | undefined): boolean {
  if (text?.includes(PROTOCOL_VERSION) !== true) return false;
  return text.includes(PACKAGE) || text.includes("MEMORY_BANK_GUARD_MODE");
}

/** Whether an entry in the list of plugins of this config means us: by name, or by a path to a copy of us. */
export function isOurEntry(entry: string, config: string): boolean {
  if (new RegExp(`^(?:.+@npm:|npm:)?${PACKAGE}(?:@.*)?$`).test(entry)) return true;
  const path = toPath(entry, dirname(config));
  if (path === undefined) return false;
  const stats = statOf(path);
  if (stats === undefined) return path.replaceAll("\\", "/").endsWith(`/${PACKAGE}/dist/plugin.js`);
  return stats.isDirectory() ? isOurPackage(path) : isOurCode(readText(path));
}

function isOurPackage(folder: string): boolean {
  return new RegExp(`"name":\\s*"${PACKAGE}"`).test(readText(join(folder, "package.json")) ?? "");
}

function toPath(entry: string, folder: string): string | undefined {
  if (entry.startsWith("file://")) {
    try {
      return fileURLToPath(entry);
    } catch {
      return undefined;
    }
  }
  return entry.startsWith(".") || isAbsolute(entry) ? resolve(folder, entry) : undefined;
}

/** Takes a copy out of the host's sight, into a folder of ours. Nothing is deleted. */
export function moveAside({ path }: Copy, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const taken = new Set(namesIn(folder));
  let name = basename(path);
  for (let number = 2; taken.has(name); number += 1) name = `${number}-${basename(path)}`;
  const to = join(folder, name);
  try {
    renameSync(path, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    cpSync(path, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(path, { recursive: true });
  }
  return to;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
