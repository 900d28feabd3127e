import { matchAny } from "../patterns/match-any.ts";
import type { Ecosystem } from "./ecosystem.ts";
import { NODE_PACKAGE } from "./ecosystems/node.ts";
import { ECOSYSTEMS } from "./ecosystems/table.ts";
import { README } from "./readme.ts";
import { MAKEFILE } from "./task-files.ts";

/** The most files that a scan reads. */
export const MOST_FILES = 10;
export const MOST_LINES = 200;
/** A manifest is read whole, because its last lines count as well. */
export const MOST_BYTES = 1024 * 1024;

/**
 * Declares what a folder is: read first, and even where git ignores it. A package.json stands first: its folder is named by it, and often built by
 * another manifest beside it.
 */
const MANIFESTS = unique(
  [NODE_PACKAGE, ...ECOSYSTEMS.toReversed()].flatMap((row) => row.manifests.map(([file]) => file)),
);
/** Files that complete a manifest: everything else that the table of ecosystems reads. */
const COMPANIONS = unique(ECOSYSTEMS.flatMap(filesOf)).filter(({ source }) =>
  MANIFESTS.every((manifest) => manifest.source !== source),
);

const FILES = [...MANIFESTS, ...COMPANIONS];

function filesOf(row: Ecosystem): RegExp[] {
  const { members, languages, runtimes = [], name, description, packages, dev, commands } = row;
  const versions = [...languages, ...runtimes].flatMap(({ version }) => version ?? []);
  const fields = [members, versions, packages, dev, name, description];
  return [
    ...fields.flatMap((list) => (list ?? []).map(([file]) => file)),
    ...(commands ?? []).flatMap(([, , file, says]) => (says === undefined ? [] : [file])),
  ];
}

function unique(patterns: readonly RegExp[]): RegExp[] {
  return [...new Map(patterns.map((pattern) => [pattern.source, pattern])).values()];
}

/** Folders whose manifests do not describe the project itself: examples, tests, tools, other people's code. */
const BESIDE =
  /(?:^|\/)(?:\.[^/]*|node_modules|vendor|third_party|external|docs?|documentation|website|site|examples?|samples?|demos?|fixtures|build|build-logic|dist|target|out|tools?|scripts?|benches|fuzz)\/|(?:^|[/_-])(?:tests?|testing|e2e|example|demo|playground|templates?|integration|bench(?:mark)?s?)(?:[/_-])/i;

/** Names of folders that are usually parts of a project. */
const PARTS =
  /^(?:backend|server|api|frontend|client|web|webapp|ui|apps?|services|mobile|src-tauri|packages|crates|libs|modules)\//i;

/** Which files at the root are worth reading, best first. Lockfiles count only by their name. */
export function chooseFiles(names: readonly string[]): string[] {
  const files = names.filter((name) => !name.endsWith("/")).toSorted();
  const readmes = files.filter((name) => README.test(name));
  const readme = readmes.find((name) => /\.md$/i.test(name)) ?? readmes[0];
  const take = (patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => files.filter((path) => pattern.test(path)).slice(0, 2));
  const chosen = [readme ?? [], take([...MANIFESTS, MAKEFILE, ...COMPANIONS])].flat();
  return [...new Set(chosen)].slice(0, MOST_FILES);
}

/**
 * Manifests of the project's parts, one for each, the usual names first. A part is a declared member or has a usual
 * name. If the root has no manifest, any folder with one may be a part; if it has none of Node.js, any folder with a
 * Node.js manifest may be one: the user interface.
 */
export function chooseParts(names: readonly string[], members: readonly string[]): string[] {
  const hasRoot = names.some((name) => MANIFESTS.some((manifest) => manifest.test(name)));
  const hasNode = names.includes("package.json");
  const isMember = matchAny(members);
  const parts = new Map<string, string>();
  const paths = MANIFESTS.flatMap((file) => names.filter((path) => file.test(nameOf(path))));
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const isUsual = PARTS.test(path) || isMember(folder) || !hasRoot;
    const isPart = isUsual || (!hasNode && path.endsWith("/package.json"));
    // A file such as `src/App.sln` describes the whole project.
    if (!isPart || folder === "" || BESIDE.test(folder) || FILES.some((file) => file.test(path)))
      continue;
    if (!parts.has(folder)) parts.set(folder, path);
  }
  const rank = (path: string) => Number(!PARTS.test(path));
  return [...parts.values()].toSorted().toSorted((one, other) => rank(one) - rank(other));
}

export function isManifest(path: string): boolean {
  return FILES.some((file) => file.test(nameOf(path)) || file.test(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
