import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt, readText } from "../../../io/disk/read.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import { realPathOf, toSlashes } from "../../../io/disk/paths.ts";
import type { Text } from "../../../types.ts";
import type { ConfigChange, Copy } from "../../host.ts";
import { AGENT_FILES, SKILL_FOLDERS } from "../plugin/codex-files.ts";
import { judgeSigned } from "../plugin/signed-text.ts";

interface FilesPlan {
  readonly changes: readonly ConfigChange[];
  readonly copies: readonly Copy[];
}

const KINDS: Readonly<Record<Copy["kind"], { readonly put: Text; readonly goes: Text }>> = {
  agent: {
    put: { en: "an agent of ours", zh: "我们的一个代理" },
    goes: { en: "our agent goes", zh: "移除我们的代理" },
  },
  skill: {
    put: { en: "a page of our skill", zh: "我们技能的一页" },
    goes: { en: "our skill goes", zh: "移除我们的技能" },
  },
  plugin: {
    put: { en: "a file of ours", zh: "我们的一个文件" },
    goes: { en: "our file goes", zh: "移除我们的文件" },
  },
};

/**
 * Our agents and skills, as they are in one folder, in another of Codex's. What somebody has written or changed
 * there under the same name is moved aside.
 */
export function planFiles(from: string, to: string): FilesPlan {
  const shipped = filesIn(from);
  const plans = shipped.map((path): FilesPlan => {
    const after = readText(join(from, path)) ?? "";
    const file = readConfig(join(to, path));
    const what = KINDS[kindOf(path)].put;
    if (file.text === after) return { changes: [], copies: [] };
    if (file.bytes === undefined || judgeSigned(file.text) === "ours")
      return { changes: [{ file, after, what }], copies: [] };
    const target = join(realPathOf(dirname(file.path)), basename(file.path));
    const empty = { path: file.path, target, bytes: undefined, text: "" };
    return {
      changes: [{ file: empty, after, what }],
      copies: [{ kind: kindOf(path), path: file.path }],
    };
  });
  return together([
    ...plans,
    ...filesIn(to)
      .filter((path) => !shipped.includes(path))
      .map((path) => planGoing(to, path)),
  ]);
}

/** What is ours there goes; what somebody has changed of it is moved aside. */
export function planFilesGoing(folder: string): FilesPlan {
  return together(filesIn(folder).map((path) => planGoing(folder, path)));
}

/** Folders that may be empty then, the innermost first. */
export function foldersOf(folder: string): string[] {
  const inner = filesIn(folder).flatMap((path) =>
    path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/")),
  );
  const longestFirst = [...new Set(inner)].toSorted((one, other) => other.length - one.length);
  return longestFirst.filter((path) => path !== "").map((path) => join(folder, path));
}

function planGoing(folder: string, path: string): FilesPlan {
  const file = readConfig(join(folder, path));
  const kind = kindOf(path);
  const whose = judgeSigned(file.text);
  return {
    changes: whose === "ours" ? [{ file, after: undefined, what: KINDS[kind].goes }] : [],
    copies: whose === "changed" ? [{ kind, path: file.path }] : [],
  };
}

function together(plans: readonly FilesPlan[]): FilesPlan {
  return {
    changes: plans.flatMap(({ changes }) => changes),
    copies: plans.flatMap(({ copies }) => copies),
  };
}

function kindOf(path: string): Copy["kind"] {
  return path.startsWith("agents/") ? "agent" : "skill";
}

/** Where files of ours may be, with `/`. */
function filesIn(folder: string): string[] {
  const agents = AGENT_FILES.filter((path) => readText(join(folder, path)) !== undefined);
  const pages = SKILL_FOLDERS.flatMap((skill) =>
    attempt(
      () => readdirSync(join(folder, skill), { recursive: true, encoding: "utf8" }).toSorted(),
      [],
    ).map((path) => `${skill}/${toSlashes(path)}`),
  );
  return [...agents, ...pages.filter((path) => readText(join(folder, path)) !== undefined)];
}
