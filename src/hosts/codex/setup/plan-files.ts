import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt, readText } from "../../../io/disk/read.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import { realPathOf, toSlashes } from "../../../io/disk/paths.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Copy, SetupPlan } from "../../host.ts";
import { AGENT_FILES, SKILL_FOLDERS, isSigned } from "../plugin/codex-files.ts";

const TEXTS: Readonly<Record<"agent" | "skill", { readonly put: Text; readonly goes: Text }>> = {
  agent: {
    put: { en: "an agent of ours", zh: "我们的一个代理" },
    goes: { en: "our agent goes", zh: "移除我们的代理" },
  },
  skill: {
    put: { en: "a page of our skill", zh: "我们技能的一页" },
    goes: { en: "our skill goes", zh: "移除我们的技能" },
  },
};

const kindOf = (path: string) => (path.startsWith("agents/") ? "agent" : "skill");

/**
 * Our agents and skills, as they are in one folder, in another of Codex's. What somebody has written or changed
 * there under the same name is moved aside.
 */
export function planFiles(from: string, to: string): Pick<SetupPlan, "changes" | "copies"> {
  const shipped = filesIn(from);
  const changes: ConfigChange[] = [];
  const copies: Copy[] = [];
  for (const path of shipped) {
    const file = readConfig(join(to, path));
    const after = readText(join(from, path));
    if (file.bytes !== undefined && file.text === after) continue;
    const isFree = file.bytes === undefined || isSigned(file.text);
    const target = join(realPathOf(dirname(file.path)), basename(file.path));
    const free = isFree ? file : { path: file.path, target, bytes: undefined, text: "" };
    changes.push({ file: free, after, what: TEXTS[kindOf(path)].put });
    if (!isFree) copies.push({ kind: kindOf(path), path: file.path });
  }
  return { changes: [...changes, ...planFilesGoing(to, shipped)], copies };
}

/** What is ours there goes; what somebody has written or changed stays. */
export function planFilesGoing(folder: string, shipped: readonly string[] = []): ConfigChange[] {
  return filesIn(folder).flatMap((path) => {
    const file = readConfig(join(folder, path));
    const goes = !shipped.includes(path) && isSigned(file.text);
    return goes ? [{ file, after: undefined, what: TEXTS[kindOf(path)].goes }] : [];
  });
}

/** Folders that may be empty then, the innermost first. */
export function foldersOf(folder: string): string[] {
  const inner = filesIn(folder).flatMap((path) =>
    path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/")),
  );
  const longestFirst = [...new Set(inner)].toSorted((one, other) => other.length - one.length);
  return longestFirst.filter((path) => path !== "").map((path) => join(folder, path));
}

/** Where files of ours may be, with `/`. */
function filesIn(folder: string): string[] {
  const pages = SKILL_FOLDERS.flatMap((skill) =>
    attempt(
      () => readdirSync(join(folder, skill), { recursive: true, encoding: "utf8" }).toSorted(),
      [],
    ).map((path) => `${skill}/${toSlashes(path)}`),
  );
  return [...AGENT_FILES, ...pages].filter((path) => readText(join(folder, path)) !== undefined);
}
