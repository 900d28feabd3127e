import { posix } from "node:path";
import { type Scope, type Step, grow } from "./scope.ts";
import { hasOption, isKnown, joinPath, splitArguments, valuesOf } from "./values.ts";

interface Manager {
  /** What the manager writes: the first manifest that exists, and all lockfiles that exist. */
  readonly manifest: string;
  readonly lockfiles: string;
  /** Subcommands that write if they are given a name. `audit-fix` stands for the two words. */
  readonly named: string;
  readonly always?: string;
  /** Subcommands that write with one of these options. */
  readonly optional?: Readonly<Record<string, string>>;
  /** With one of these options, the manager writes nothing in the project. */
  readonly notWith?: string;
  /** Options that name the folder to work in, and others that take a value. */
  readonly folder?: string;
  readonly withValue?: string;
}

const NODE = { manifest: "package.json", notWith: "g global no-save location" };
const PYTHON = { manifest: "pyproject.toml", notWith: "check locked" };
const DART = {
  manifest: "pubspec.yaml",
  lockfiles: "pubspec.lock",
  named: "pub-add pub-remove",
  always: "pub-upgrade pub-downgrade",
  folder: "C directory",
};

/** Subcommands that add, remove, update or set something. Subcommands that only install have no row. */
const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    ...NODE,
    lockfiles: "package-lock.json npm-shrinkwrap.json",
    named:
      "install i in isntall it install-test add uninstall un rm remove r unlink version pkg-set pkg-delete",
    always: "update up upgrade udpate dedupe ddp audit-fix pkg-fix shrinkwrap",
    folder: "C prefix",
    withValue: "w workspace registry tag omit include loglevel cache save-prefix location",
  },
  pnpm: {
    ...NODE,
    lockfiles: "pnpm-lock.yaml",
    named: "add install i remove rm uninstall un version pkg-set pkg-delete",
    always: "update up upgrade dedupe import",
    optional: { audit: "fix" },
    folder: "C dir",
    withValue: "F filter registry reporter loglevel store-dir",
  },
  yarn: {
    ...NODE,
    lockfiles: "yarn.lock",
    named: "add remove up set-version version",
    always: "upgrade upgrade-interactive dedupe",
    optional: { version: "major minor patch new-version" },
    folder: "cwd",
    withValue: "registry cache-folder mode",
  },
  bun: {
    ...NODE,
    lockfiles: "bun.lock bun.lockb",
    named: "add a install i remove rm pm-version",
    always: "update",
    folder: "cwd",
    withValue: "registry backend omit filter",
  },
  deno: {
    manifest: "deno.json deno.jsonc package.json",
    lockfiles: "deno.lock",
    named: "add install i remove rm uninstall",
    always: "update",
    optional: { outdated: "u update" },
    notWith: "g global",
  },
  poetry: {
    ...PYTHON,
    lockfiles: "poetry.lock",
    named: "add remove version",
    always: "update lock",
    folder: "C directory P project",
    withValue: "G group E extras source with without only",
  },
  uv: {
    ...PYTHON,
    lockfiles: "uv.lock",
    named: "add remove version",
    always: "lock",
    optional: { sync: "U upgrade P upgrade-package", version: "bump" },
    folder: "directory project",
    withValue: "group extra optional p python index default-index package upgrade-package P bump",
  },
  pdm: {
    ...PYTHON,
    lockfiles: "pdm.lock",
    named: "add remove",
    always: "update lock",
    folder: "p project",
    withValue: "G group",
  },
  pipenv: {
    ...PYTHON,
    manifest: "Pipfile",
    lockfiles: "Pipfile.lock",
    named: "install uninstall",
    always: "update upgrade lock",
    withValue: "i index python categories r requirements",
  },
  cargo: {
    manifest: "Cargo.toml",
    lockfiles: "Cargo.lock",
    named: "add remove rm set-version",
    always: "update upgrade generate-lockfile",
    notWith: "n locked",
    folder: "manifest-path C",
    withValue: "p package F features git branch rev path rename registry precise",
  },
  go: {
    manifest: "go.mod",
    lockfiles: "go.sum",
    named: "get mod-init",
    always: "mod-tidy mod-edit",
    folder: "C",
  },
  composer: {
    manifest: "composer.json",
    lockfiles: "composer.lock",
    named: "require req remove rm",
    always: "update upgrade u bump",
    folder: "d working-dir",
  },
  bundle: {
    manifest: "Gemfile",
    lockfiles: "Gemfile.lock",
    named: "add remove",
    always: "update lock",
    notWith: "print",
    withValue: "g group v version s source git branch",
  },
  dotnet: {
    manifest: "*.csproj",
    lockfiles: "packages.lock.json Directory.Packages.props",
    named: "add-package add-reference remove-package remove-reference package-add package-remove",
    withValue: "v version f framework s source project package-directory",
  },
  dart: DART,
  flutter: DART,
};

/** Options with which every manager only shows what it would do. Go's have one dash. */
const ONLY_SHOWS = /^(?:--dry-run(?:=true)?|--help|-h|-help|-json|-print|-diff|--diff)$/;

const WORKSPACE = /^(?:workspace \S+|workspaces foreach) /;

/** Notes the manifest and the lockfile that a package manager writes when it changes what the project depends on. */
export function notePackageWrites(name: string, { call, scope }: Step): void {
  const manager = Object.hasOwn(MANAGERS, name) ? MANAGERS[name] : undefined;
  if (manager === undefined || !changesDependencies(manager, call.args)) return;
  const { folder = "", manifest, lockfiles, withValue = "" } = manager;
  const [given = ""] = valuesOf(
    splitArguments(call.args, `${folder} ${withValue}`),
    ...folder.split(" "),
  );
  const place = given.endsWith(".toml") ? posix.dirname(given) : given;
  const start = joinPath(scope.cwd, place).replace(/(?<=.)\/$/, "");
  if (!isKnown(start)) return;
  const there = (files: string) =>
    files.split(" ").flatMap((file) => nearest(file, start, scope) ?? []);
  const [first = joinPath(start, manifest.split(" ", 1)[0] ?? "")] = there(manifest);
  const manifests = manifest.includes("*") ? projectsIn(call.args, start, scope) : [first];
  const files = [...manifests, ...(lockfiles === "" ? [] : there(lockfiles))];
  // Not `addWrite`, which would count a lockfile that the command removed first as the agent's own words.
  for (const path of files) {
    grow(scope, 5);
    scope.found.writes.push({ path, effect: "change", by: call.name });
  }
}

function changesDependencies(manager: Manager, given: readonly string[]): boolean {
  const { named, always = "", optional = {}, notWith = "", folder = "", withValue = "" } = manager;
  if (given.some((arg) => ONLY_SHOWS.test(arg))) return false;
  const args = splitArguments(given, `${folder} ${withValue}`);
  if (hasOption(args, ...notWith.split(" "))) return false;
  // `cargo +nightly add x`, `dotnet add app.csproj package x`, `yarn workspace api add x`.
  const words = args.operands
    .filter((word, index) => !word.startsWith("+") && !(index === 1 && /\.\w+proj$/.test(word)))
    .join(" ");
  const [first = "", second = "", ...others] = words.replace(WORKSPACE, "").split(" ");
  const isOf = (list: string, word: string) => word !== "" && list.split(" ").includes(word);
  const pair = `${first}-${second}`;
  if (isOf(always, first) || isOf(always, pair)) return true;
  // `npm init vite` makes a project in another folder.
  if (first === "init") return second === "";
  if (isOf(named, pair)) return others.length > 0;
  if (Object.hasOwn(optional, first) && hasOption(args, ...(optional[first] ?? "").split(" ")))
    return true;
  return isOf(named, first) && second !== "";
}

/** Project files of .NET have names that each project chooses. */
function projectsIn(args: readonly string[], folder: string, { world }: Scope): readonly string[] {
  const named = args.slice(1, 2).filter((arg) => /\.\w+proj$/.test(arg));
  const files = named.length > 0 ? named : (world.list(folder) ?? []);
  return files.filter((file) => /\.\w+proj$/.test(file)).map((file) => joinPath(folder, file));
}

/** The nearest such file in this folder or those above it, as managers look for it. */
function nearest(file: string, start: string, { world }: Scope): string | undefined {
  let folder = start;
  for (;;) {
    const path = joinPath(folder, file);
    if (world.isThere(path)) return path;
    if (folder === world.root || !folder.startsWith(`${world.root}/`)) return undefined;
    folder = posix.dirname(folder);
  }
}
