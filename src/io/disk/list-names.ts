import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isManifest } from "../../scan/choose-files.ts";
import { isCitable } from "../../scan/plain-text.ts";
import { attempt, statOf } from "./read.ts";

const MOST_IN_FOLDER = 1000;
const MOST_FOLDERS = 80;
/** Hidden folders, and one deeper down, whose names say something about the project. */
const DEEPER = [
  ".github/",
  ".github/workflows/",
  ".circleci/",
  ".buildkite/",
  ".woodpecker/",
  "src/main/",
  ".claude/",
  ".cursor/",
  ".cursor/rules/",
  ".clinerules/",
  ".ai/",
];
/** Folders of folders that each have a manifest. */
const CONTAINERS = /^(?:apps|packages|services|crates|libs|modules|src|web)\/$/i;
/** Not the project's own, or made by a build. */
const FOREIGN =
  /^(?:node_modules|bower_components|vendor|third_party|dist|build|target|out|coverage|venv|env|Pods|__pycache__)\/$/;

/**
 * Names in the project's folder, in the folders at its top, and the manifests one level further down in
 * `packages/` and its like. Bounded everywhere.
 */
export function listNames(root: string, isLeftOut: (path: string) => boolean): string[] {
  const names = new Set<string>();
  function list(folder: string): string[] {
    const found = listFolder(join(root, folder)).map((name) => folder + name);
    return found.filter((path) => isCitable(path) && !isLeftOut(path));
  }
  const top = list("");
  for (const name of top) names.add(name);
  const folders = top
    .filter((name) => isFolder(name) && !name.startsWith(".") && !FOREIGN.test(name))
    .slice(0, MOST_FOLDERS);
  for (const folder of [...DEEPER, ...folders]) {
    const inside = list(folder);
    for (const name of inside) names.add(name);
    if (!CONTAINERS.test(folder)) continue;
    for (const part of inside.filter(isFolder).slice(0, MOST_FOLDERS)) {
      for (const name of list(part).filter(isManifest)) names.add(name);
    }
  }
  return [...names].toSorted();
}

function isFolder(name: string): boolean {
  return name.endsWith("/");
}

/**
 * Files and folders, sorted; no devices, pipes and sockets, and no links to folders. Of too many, the first and the
 * manifests.
 */
function listFolder(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
  const names = entries.flatMap((entry) => {
    if (entry.isDirectory()) return `${entry.name}/`;
    const isLinked = entry.isSymbolicLink() && statOf(join(folder, entry.name))?.isFile();
    return entry.isFile() || isLinked === true ? entry.name : [];
  });
  return names.toSorted().filter((name, index) => index < MOST_IN_FOLDER || isManifest(name));
}
