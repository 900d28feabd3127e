import { matchAny } from "../patterns/match-any.ts";
import type { Ecosystem } from "./ecosystem.ts";
import { NODE_PACKAGE } from "./ecosystems/node.ts";
import { ECOSYSTEMS } from "./ecosystems/table.ts";
import { README } from "./readme.ts";
import { MAKEFILE } from "./task-files.ts";

/** The budget of a scan. */
export const MOST_FILES = 10;
export const MOST_LINES = 200;
/** A manifest is read whole: what stands far down in it counts as well. */
export const MOST_BYTES = 1024 * 1024;

/**
 * Declares what a folder is: read first, and even where git ignores it. A package.json stands first: its folder is named by it, and often built by
 * another manifest beside it.
 */
const MANIFESTS = unique(
  [NODE_PACKAGE, ...ECOSYSTEMS.toReversed()].flatMap((row) => row.manifests.map(([file]) => file)),
);
/** Completes a manifest: what else the table reads. */
const COMPANIONS = unique(ECOSYSTEMS.flatMap(filesOf)).filter(({ source }) =>
  MANIFESTS.every((manifest) => manifest.source !== source),
);

function filesOf(row: Ecosystem): RegExp[] {
  const { members, languages, name, description, packages, dev, runtimes, commands } = row;
  const versions = languages.flatMap(({ version }) => version ?? []);
  const fields = [members, versions, packages, dev, name, description];
  return [
    ...fields.flatMap((list) => (list ?? []).map(([file]) => file)),
    ...(runtimes ?? []).map(([, [file]]) => file),
    ...(commands ?? []).flatMap(([, , file, says]) => (says === undefined ? [] : [file])),
  ];
}

function unique(patterns: readonly RegExp[]): RegExp[] {
  return [...new Map(patterns.map((pattern) => [pattern.source, pattern])).values()];
}

/** Folders whose manifests do not describe the project itself: examples, tests, tools, what others wrote. */
const BESIDE =
  /(?:^|\/)(?:\.[^/]*|node_modules|vendor|third_party|external|docs?|documentation|website|site|examples?|samples?|demos?|fixtures|build|build-logic|dist|target|out|tools?|scripts?|benches|fuzz)\/|(?:^|[/_-])(?:tests?|testing|e2e|example|demo|playground|templates?|integration|bench(?:mark)?s?)(?:[/_-])/i;

/** Folders that are usually parts of a project. */
const PARTS =
  /^(?:backend|server|api|frontend|client|web|webapp|ui|apps?|services|mobile|src-tauri|packages|crates|libs|modules)\//i;

/** Which files at the root are worth reading, best first. Lockfiles are known by their names alone. */
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
 * Manifests of the project's parts, one for each, the usual names first. A part is a declared member or has one of the
 * usual names; where the root has no manifest, any folder with one may be a part, and where it has none of
 * Node.js, any that has one of these: the user interface.
 */
export function chooseParts(names: readonly string[], members: readonly string[]): string[] {
  const hasRoot = names.some((name) => MANIFESTS.some((manifest) => manifest.test(name)));
  const hasNode = names.includes("package.json");
  const isMember = matchAny(members);
  const parts = new Map<string, { path: string; place: number }>();
  for (const path of names) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const place = placeOf(path.slice(folder.length));
    if (folder === "" || place < 0 || BESIDE.test(folder) || isOfRoot(path)) continue;
    const isPart = !hasRoot || PARTS.test(path) || isMember(folder);
    if (!isPart && (hasNode || !path.endsWith("/package.json"))) continue;
    if (place < (parts.get(folder)?.place ?? Infinity)) parts.set(folder, { path, place });
  }
  const paths = [...parts.values()].map(({ path }) => path).toSorted();
  return [
    ...paths.filter((path) => PARTS.test(path)),
    ...paths.filter((path) => !PARTS.test(path)),
  ];
}

function placeOf(name: string): number {
  return MANIFESTS.findIndex((manifest) => manifest.test(name));
}

/** `src/App.sln`, say, speaks for the whole project. */
function isOfRoot(path: string): boolean {
  return path.includes("/") && [...MANIFESTS, ...COMPANIONS].some((file) => file.test(path));
}

export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [...MANIFESTS, ...COMPANIONS].some((file) => file.test(name) || file.test(path));
}
