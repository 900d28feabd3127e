import {
  MOST_BYTES,
  MOST_FILES,
  MOST_LINES,
  chooseFiles,
  chooseParts,
  isManifest,
} from "../../scan/choose-files.ts";
import { chooseConventionFiles } from "../../scan/conventions/choose-sources.ts";
import type { ScannedFile } from "../../scan/facts.ts";
import { scanProject } from "../../scan/scan-project.ts";
import { listNames } from "../disk/list-names.ts";
import { readHead } from "../disk/read-head.ts";
import { readIgnored } from "./read-ignored.ts";

/** Rules may stand far down in a text for contributors. */
const MOST_RULE_LINES = 800;

export interface ScannedProject {
  readonly files: readonly ScannedFile[];
  /** Texts and settings that say how things are done, beside those of `files`. */
  readonly ruleFiles: readonly ScannedFile[];
  /** Names in the folder and, as far as they matter, in folders below; a folder's name ends in `/`. */
  readonly names: readonly string[];
  /** Files that were chosen and could not be read, each with the reason. */
  readonly problems: readonly string[];
}

/**
 * Reads what a scan may read of a project: at most ten files, which `chooseFiles` picks by name, so that
 * no environment file or key is ever opened; of each at most its first 200 lines and 64 KB. Besides, texts and
 * settings that say how things are done, which `chooseConventionFiles` picks in the same way, and the rules of
 * `.gitignore`: they say what to leave alone.
 */
export function scanFiles(root: string): ScannedProject {
  const isGitIgnored = readIgnored(root);
  const isLeftOut = (path: string) => isGitIgnored(path) && !isManifest(path);
  const names = listNames(root, isLeftOut);
  const files: ScannedFile[] = [];
  const problems: string[] = [];
  const tried = new Set<string>();
  function read(path: string, most: number): ScannedFile[] {
    tried.add(path);
    const head = readHead(root, path, MOST_BYTES, isLeftOut);
    if (head.kind === "text") return [{ path, ...firstLines(head.text, head.isCut, most) }];
    problems.push(`${path} was not read: ${head.reason}`);
    return [];
  }
  function readManifests(paths: readonly string[]): void {
    for (const path of paths) if (files.length < MOST_FILES) files.push(...read(path, MOST_LINES));
  }
  readManifests(chooseFiles(names));
  // Which folders are parts of the project, its root manifests say.
  readManifests(chooseParts(names, scanProject(files, names).workspaces).slice(0, MOST_FILES));
  const ruleFiles = chooseConventionFiles(names)
    .filter((path) => !tried.has(path))
    .flatMap((path) => read(path, MOST_RULE_LINES));
  return { files, ruleFiles, names, problems };
}

function firstLines(text: string, isCut: boolean, most: number): { text: string; isCut: boolean } {
  let end = 0;
  for (let line = 0; line < most; line++) {
    const next = text.indexOf("\n", end);
    if (next < 0) return { text, isCut };
    end = next + 1;
  }
  return { text: text.slice(0, end), isCut: isCut || end < text.length };
}
