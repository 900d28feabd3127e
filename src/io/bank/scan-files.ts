import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  MOST_BYTES,
  MOST_FILES,
  MOST_LINES,
  chooseFiles,
  chooseParts,
  isManifest,
} from "../../scan/choose-files.ts";
import type { ProjectFacts, ScannedFile } from "../../scan/facts.ts";
import { chooseRuleFiles } from "../../scan/rule-files.ts";
import { scanProject } from "../../scan/scan-project.ts";
import { isCitable } from "../../scan/plain-text.ts";
import { type Head, readProjectHead, attempt, statOf } from "../disk/read.ts";
import { readIgnored } from "./read-ignored.ts";

/** What the files of a project say about it. */
export function readProjectFacts(root: string): ProjectFacts {
  const { files, ruleTexts, names } = scanFiles(root);
  return scanProject(files, names, ruleTexts);
}

/**
 * Reads what a scan may read of a project: at most ten files, which `chooseFiles` picks by name, so that
 * no environment file or key is ever opened; manifests whole, of others the first 200 lines. Besides, the
 * project's own rule files, and the rules of `.gitignore`: they say what to leave alone.
 */
export function scanFiles(root: string) {
  const names = listNames(root);
  const files: ScannedFile[] = [];
  function read(path: string): ScannedFile[] {
    const head = readProjectHead(root, path, MOST_BYTES);
    if (head === undefined) return [];
    return [{ path, ...(isManifest(path) ? head : firstLines(head)) }];
  }
  function readAll(paths: readonly string[]): void {
    for (const path of paths) if (files.length < MOST_FILES) files.push(...read(path));
  }
  readAll(chooseFiles(names));
  // The manifests at the root say which folders are parts of the project.
  const members = scanProject(files, names).workspaces.map(({ name }) => name);
  readAll(chooseParts(names, members).slice(0, MOST_FILES));
  const ruleTexts = chooseRuleFiles(names)
    .filter((path) => !path.endsWith("/"))
    .flatMap(read);
  return { files, ruleTexts, names };
}

function firstLines({ text, isCut }: Head): Head {
  const first = text.split(/(?<=\n)/, MOST_LINES).join("");
  return { text: first, isCut: isCut || first.length < text.length };
}

const MOST_IN_FOLDER = 1000;
const MOST_FOLDERS = 80;
/** Hidden folders that say something about the project. */
const KNOWN = /^\.(?:github|circleci|buildkite|woodpecker|claude|cursor|clinerules|ai)\/$/;
/** Folders one level further down that say something about the project. */
const DEEPER = /^(?:\.github\/workflows|\.cursor\/rules|src\/main)\/$/;
/** Folders whose subfolders often have a manifest each. */
const CONTAINERS = /^(?:apps|packages|services|crates|libs|modules|src|web)\/$/i;
/** Folders that are not the project's own, or that a build makes. */
const FOREIGN =
  /^(?:node_modules|bower_components|vendor|third_party|dist|build|target|out|coverage|venv|env|Pods|__pycache__)\/$/;

/**
 * Names in the project's folder, in the folders at its top, and the manifests one level further down in
 * `packages/` and its like. Every list is bounded. What git ignores is left out, except manifests.
 */
export function listNames(root: string): string[] {
  const isIgnored = readIgnored(root);
  const names = new Set<string>();
  function list(folder: string): string[] {
    const found = listFolder(join(root, folder)).map((name) => folder + name);
    return found.filter((path) => isCitable(path) && (isManifest(path) || !isIgnored(path)));
  }
  const top = list("");
  for (const name of top) names.add(name);
  const folders = top
    .filter((name) => isFolder(name) && (!name.startsWith(".") || KNOWN.test(name)))
    .filter((name) => !FOREIGN.test(name))
    .slice(0, MOST_FOLDERS);
  for (const folder of folders) {
    const inside = list(folder);
    for (const name of inside) names.add(name);
    for (const part of inside.filter(isFolder).slice(0, MOST_FOLDERS)) {
      const isWanted = DEEPER.test(part) ? () => true : isManifest;
      if (DEEPER.test(part) || CONTAINERS.test(folder))
        for (const name of list(part).filter(isWanted)) names.add(name);
    }
  }
  return [...names].toSorted();
}

function isFolder(name: string): boolean {
  return name.endsWith("/");
}

/**
 * Files and folders, sorted, without devices, pipes, sockets and links to folders. Of too many, the first ones and the
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
