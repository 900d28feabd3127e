import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, readText } from "../../../io/disk/read.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import { toSlashes } from "../../../io/disk/paths.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Copy, SetupPlan } from "../../host.ts";
import { AGENT_FILES, SKILL_FOLDERS, isSigned } from "../plugin/codex-files.ts";

const PUT: Text = { en: "an agent or a page of our skill", zh: "我们的代理或技能页" };
const GOES: Text = { en: "our agent or skill goes", zh: "移除我们的代理或技能" };

/**
 * Plans to copy our agents and skills from the build's folder to Codex's. A file there of the same name that the user
 * wrote or changed is moved aside.
 */
export function planFiles(from: string, to: string): Pick<SetupPlan, "changes" | "copies"> {
  const shipped = filesIn(from);
  const changes: ConfigChange[] = [];
  const copies: Copy[] = [];
  for (const path of shipped) {
    const file = readConfig(join(to, path));
    const after = readText(join(from, path));
    if (file.bytes !== undefined && file.text === after) continue;
    const isTaken = file.bytes !== undefined && !isSigned(file.text);
    if (isTaken) {
      copies.push({ kind: AGENT_FILES.includes(path) ? "agent" : "skill", path: file.path });
    }
    const found = isTaken ? { ...file, bytes: undefined, text: "" } : file;
    changes.push({ file: found, after, what: PUT });
  }
  return { changes: [...changes, ...planFilesGoing(to, shipped)], copies };
}

/** Plans to delete our files in a folder, except those in `shipped` and those that the user wrote or changed. */
export function planFilesGoing(folder: string, shipped: readonly string[] = []): ConfigChange[] {
  return filesIn(folder).flatMap((path) => {
    const file = readConfig(join(folder, path));
    const goes = !shipped.includes(path) && isSigned(file.text);
    return goes ? [{ file, after: undefined, what: GOES }] : [];
  });
}

/** Folders that may be empty after our files are deleted, the innermost first. */
export function foldersOf(folder: string): string[] {
  const above = filesIn(folder).flatMap((path) => {
    const names = path.split("/").slice(0, -1);
    return names.map((_, depth) => join(folder, ...names.slice(0, depth + 1)));
  });
  return [...new Set(above)].toSorted().toReversed();
}

/** The files in our places of a folder, by relative paths with `/`. */
function filesIn(folder: string): string[] {
  const pages = SKILL_FOLDERS.flatMap((skill) =>
    attempt(
      () => readdirSync(join(folder, skill), { recursive: true, encoding: "utf8" }).toSorted(),
      [],
    ).map((path) => `${skill}/${toSlashes(path)}`),
  );
  return [...AGENT_FILES, ...pages].filter((path) => readText(join(folder, path)) !== undefined);
}
