import { opendirSync } from "node:fs";
import { join } from "node:path";
import { WELL_KNOWN, isManifest } from "../../scan/choose-files.ts";
import { isCitable } from "../../scan/plain-text.ts";
import { statOf } from "./read.ts";

const MOST_IN_ROOT = 5000;
const MOST_IN_FOLDER = 500;
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
 * `packages/` and its like. Bounded everywhere: a folder with too many entries gives only well-known names,
 * because the first ones of a long list are different on every machine.
 */
export function listNames(root: string, isLeftOut: (path: string) => boolean): string[] {
  const names = new Set<string>();
  const list = (folder: string, most: number) =>
    listFolder(join(root, folder), most)
      .map((name) => folder + name)
      .filter((path) => isCitable(path) && !isLeftOut(path));
  const top = list("", MOST_IN_ROOT);
  for (const name of top) names.add(name);
  const folders = top
    .filter((name) => isFolder(name) && !name.startsWith(".") && !FOREIGN.test(name))
    .slice(0, MOST_FOLDERS);
  for (const folder of [...DEEPER, ...folders]) {
    const inside = list(folder, MOST_IN_FOLDER);
    for (const name of inside) names.add(name);
    if (!CONTAINERS.test(folder)) continue;
    for (const part of inside.filter(isFolder).slice(0, MOST_FOLDERS)) {
      for (const name of list(part, MOST_IN_FOLDER).filter(isManifest)) names.add(name);
    }
  }
  return [...names].toSorted();
}

function isFolder(name: string): boolean {
  return name.endsWith("/");
}

/** Files and folders, sorted; no devices, pipes and sockets, and no links to folders. */
function listFolder(folder: string, most: number): string[] {
  const names: string[] = [];
  try {
    const directory = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (names.length >= most) return probe(folder);
        if (entry.isDirectory()) names.push(`${entry.name}/`);
        else if (entry.isFile()) names.push(entry.name);
        else if (entry.isSymbolicLink() && statOf(join(folder, entry.name))?.isFile()) {
          names.push(entry.name);
        }
      }
    } finally {
      directory.closeSync();
    }
  } catch {
    // What cannot be listed has no names.
  }
  return names.toSorted();
}

function probe(folder: string): string[] {
  return WELL_KNOWN.filter((name) => {
    const stats = statOf(join(folder, name));
    return isFolder(name) ? stats?.isDirectory() : stats?.isFile();
  }).toSorted();
}
