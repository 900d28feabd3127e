import { matchAny } from "../patterns/match-any.ts";
import { MAKEFILE } from "./make.ts";
import { README } from "./readme.ts";
import { COMPOSE } from "./services.ts";
import { JUSTFILE, TASKFILE } from "./task-files.ts";

/** The budget of a scan. */
export const MOST_FILES = 10;
export const MOST_LINES = 200;
/** A manifest is read whole: what stands far down in it counts as well. */
export const MOST_BYTES = 1024 * 1024;
/** So many manifests are read before the README, so that it always is among the files read. */
const BEFORE_README = 8;

interface Kind {
  readonly name: RegExp;
  readonly most: number;
}

const kind = (name: RegExp, most = 1): Kind => ({ name, most });

/** Declares what a folder is: read first, and even where git ignores it. One language after the other. */
const MANIFESTS: readonly Kind[] = [
  kind(/^package\.json$/),
  kind(/^pyproject\.toml$/),
  kind(/^go\.mod$/),
  kind(/^Cargo\.toml$/),
  kind(/^pom\.xml$/),
  kind(/^build\.gradle(?:\.kts)?$/),
  kind(/^Gemfile$/),
  kind(/^composer\.json$/),
  kind(/^[\w. -]+\.slnx?$/),
  kind(/^[\w. -]+\.(?:cs|fs|vb)proj$/, 2),
  kind(/^deno\.jsonc?$/),
  kind(/^pubspec\.yaml$/),
  kind(/^mix\.exs$/),
  kind(/^Package\.swift$/),
  kind(/^CMakeLists\.txt$/),
  kind(/^setup\.cfg$/),
  kind(/^setup\.py$/),
  kind(/^requirements\.txt$/),
  kind(/^Pipfile$/),
];

/** Completes a manifest. */
const COMPANIONS: readonly Kind[] = [
  kind(/^pnpm-workspace\.yaml$/),
  kind(/^settings\.gradle(?:\.kts)?$/),
  kind(/^gradle\/libs\.versions\.toml$/),
  kind(/^Directory\.Packages\.props$/),
  kind(/^Directory\.Build\.props$/),
  kind(/^[Ss]rc\/[\w. -]+\.slnx?$/),
  kind(/^global\.json$/),
  kind(/^[\w.-]+\.gemspec$/),
  kind(/^go\.work$/),
  kind(/^lerna\.json$/),
];

const TASKS: readonly Kind[] = [
  kind(MAKEFILE),
  kind(JUSTFILE),
  kind(TASKFILE),
  kind(COMPOSE),
  kind(/^Rakefile$/),
  kind(/^tox\.ini$/),
];

/** Files that add a little, where the budget has room for them. */
const EXTRAS: readonly Kind[] = [
  kind(/^requirements\/(?:base|common|default|main|prod|production)\.txt$/),
  kind(/^requirements[-_.][\w.-]+\.txt$/, 2),
  kind(/^rust-toolchain\.toml$/),
  kind(/^\.python-version$/),
  kind(/^\.ruby-version$/),
];

/** Folders whose manifests do not describe the project itself: examples, tests, tools, what others wrote. */
const BESIDE =
  /(?:^|\/)(?:\.[^/]*|node_modules|vendor|third_party|external|docs?|documentation|website|site|examples?|samples?|demos?|fixtures|build|build-logic|dist|target|out|tools?|scripts?|benches|fuzz)\/|(?:^|[/_-])(?:tests?|testing|e2e|example|demo|playground|templates?|integration|bench(?:mark)?s?)(?:[/_-])/i;

/** Parts of a project, the ones that say most first. */
const PARTS: readonly RegExp[] = [
  /^(?:backend|server|api)\//i,
  /^(?:frontend|client|web|webapp|ui)\//i,
  /^apps\/(?:web|api|server|app|www|mobile)\//i,
  /^apps\//i,
  /^(?:services|app|mobile|src-tauri)\//i,
  /^(?:packages|crates|libs|modules)\//i,
];

/**
 * Which files at the root are worth reading, best first: manifests, the README, what completes the
 * manifests, tasks and containers, versions. Lockfiles and CI are known by their names alone.
 */
export function chooseFiles(names: readonly string[]): string[] {
  const files = names.filter((name) => !name.endsWith("/")).toSorted();
  const readme = files.filter((name) => README.test(name)).toSorted(byReadme)[0];
  const take = (kinds: readonly Kind[]) =>
    kinds.flatMap(({ name, most }) => files.filter((path) => name.test(path)).slice(0, most));
  const manifests = take(MANIFESTS);
  const chosen = [
    ...manifests.slice(0, BEFORE_README),
    ...(readme === undefined ? [] : [readme]),
    ...manifests.slice(BEFORE_README),
    ...take(COMPANIONS),
    ...take(TASKS),
    ...take(EXTRAS),
  ];
  return chosen.slice(0, MOST_FILES);
}

/**
 * Manifests of the project's parts, one for each, best first. A part is a declared member or has one of the
 * usual names; where the root has no manifest, any folder with one may be a part, and where it has none of
 * Node.js, any that has one of these: the user interface.
 */
export function chooseParts(names: readonly string[], members: readonly string[]): string[] {
  const hasRoot = names.some((name) => MANIFESTS.some((manifest) => manifest.name.test(name)));
  const hasNode = names.includes("package.json");
  const isMember = matchAny(members);
  const rank = (path: string) => {
    const found = PARTS.findIndex((pattern) => pattern.test(path));
    return found < 0 ? PARTS.length : found;
  };
  const parts = new Map<string, { path: string; place: number }>();
  for (const path of names) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const place = placeOf(path.slice(folder.length));
    if (folder === "" || place < 0 || BESIDE.test(folder) || isOfRoot(path)) continue;
    const isPart = !hasRoot || rank(path) < PARTS.length || isMember(folder);
    if (!isPart && (hasNode || !path.endsWith("/package.json"))) continue;
    if (place < (parts.get(folder)?.place ?? Infinity)) parts.set(folder, { path, place });
  }
  return [...parts.values()]
    .map(({ path }) => path)
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

function placeOf(name: string): number {
  return MANIFESTS.findIndex((manifest) => manifest.name.test(name));
}

/** `src/App.sln`, say, speaks for the whole project. */
function isOfRoot(path: string): boolean {
  return COMPANIONS.some(({ name }) => name.test(path));
}

/** Folders of which a manifest was read, each with a `/` at its end. */
export function findParts(paths: readonly string[]): string[] {
  const folders = paths.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  return [...new Set(folders)].filter(
    (folder) =>
      folder !== "" &&
      paths.some(
        (path) =>
          path.startsWith(folder) && placeOf(path.slice(folder.length)) >= 0 && !isOfRoot(path),
      ),
  );
}

/** Names to ask for one by one in a folder with too many to list. */
export const WELL_KNOWN: readonly string[] =
  `package.json pnpm-workspace.yaml pnpm-lock.yaml yarn.lock bun.lock package-lock.json tsconfig.json turbo.json
   nx.json lerna.json pyproject.toml uv.lock poetry.lock requirements.txt setup.cfg setup.py tox.ini manage.py go.mod
   go.work Cargo.toml pom.xml mvnw build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradlew Gemfile
   Rakefile composer.json artisan global.json Directory.Build.props Directory.Packages.props deno.json pubspec.yaml
   mix.exs Package.swift CMakeLists.txt README.md README.rst README Makefile justfile Taskfile.yml compose.yaml
   compose.yml docker-compose.yml docker-compose.yaml Dockerfile .gitlab-ci.yml Jenkinsfile azure-pipelines.yml src/
   app/ lib/ apps/ packages/ crates/ services/ server/ backend/ api/ client/ frontend/ web/ cmd/ internal/ pkg/ test/
   tests/ spec/ docs/ scripts/ bin/ config/ migrations/ gradle/ .github/ .circleci/`.split(/\s+/);

export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    placeOf(name) >= 0 ||
    COMPANIONS.some((companion) => companion.name.test(name) || companion.name.test(path))
  );
}

/** Markdown before other markups, and a name in capitals before others: the one that people see. */
function byReadme(one: string, other: string): number {
  const rank = (name: string) => (/\.md$/i.test(name) ? 0 : name.includes(".") ? 1 : 2);
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}
