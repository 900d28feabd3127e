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
import { listNames } from "../disk/list-names.ts";
import { type Head, readProjectHead } from "../disk/read-head.ts";
import { readIgnored } from "./read-ignored.ts";

export interface ScannedProject {
  readonly files: readonly ScannedFile[];
  /** The project's own rules: they are linked, and their commands come first. */
  readonly ruleTexts: readonly ScannedFile[];
  /** Names in the folder and, as far as they matter, in folders below; a folder's name ends in `/`. */
  readonly names: readonly string[];
}

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
export function scanFiles(root: string): ScannedProject {
  const isGitIgnored = readIgnored(root);
  const isLeftOut = (path: string) => isGitIgnored(path) && !isManifest(path);
  const names = listNames(root, isLeftOut);
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
  // Which folders are parts of the project, its root manifests say.
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
