import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt, readText } from "../../../io/disk/read.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import { realPathOf, toSlashes } from "../../../io/disk/paths.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Copy } from "../../host.ts";
import { AGENT_FILES, SKILL_FOLDERS, judgeSigned } from "../plugin/codex-files.ts";

interface FilesPlan {
  readonly changes: readonly ConfigChange[];
  readonly copies: readonly Copy[];
}

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

/**
 * Our agents and skills, as they are in one folder, in another of Codex's. What somebody has written or changed
 * there under the same name is moved aside.
 */
export function planFiles(from: string, to: string): FilesPlan {
  const shipped = filesIn(from);
  const old = filesIn(to).filter((path) => !shipped.includes(path));
  return together([
    ...shipped.map((path) => planFile(to, path, readText(join(from, path)))),
    ...old.map((path) => planFile(to, path, undefined)),
  ]);
}

/** What is ours there goes; what somebody has changed of it is moved aside. */
export function planFilesGoing(folder: string): FilesPlan {
  return together(filesIn(folder).map((path) => planFile(folder, path, undefined)));
}

/** Folders that may be empty then, the innermost first. */
export function foldersOf(folder: string): string[] {
  const inner = filesIn(folder).flatMap((path) =>
    path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/")),
  );
  const longestFirst = [...new Set(inner)].toSorted((one, other) => other.length - one.length);
  return longestFirst.filter((path) => path !== "").map((path) => join(folder, path));
}

/** Somebody else's file stays where none of ours is to be. */
function planFile(folder: string, path: string, after: string | undefined): FilesPlan {
  const file = readConfig(join(folder, path));
  const kind = path.startsWith("agents/") ? "agent" : "skill";
  const what = after === undefined ? TEXTS[kind].goes : TEXTS[kind].put;
  const whose = file.bytes === undefined ? "ours" : judgeSigned(file.text);
  if (file.bytes !== undefined && file.text === after) return NONE;
  if (whose === "ours") return { changes: [{ file, after, what }], copies: [] };
  if (whose === "theirs" && after === undefined) return NONE;
  const target = join(realPathOf(dirname(file.path)), basename(file.path));
  const empty = { path: file.path, target, bytes: undefined, text: "" };
  return {
    changes: after === undefined ? [] : [{ file: empty, after, what }],
    copies: [{ kind, path: file.path }],
  };
}

const NONE: FilesPlan = { changes: [], copies: [] };

function together(plans: readonly FilesPlan[]): FilesPlan {
  return {
    changes: plans.flatMap(({ changes }) => changes),
    copies: plans.flatMap(({ copies }) => copies),
  };
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
