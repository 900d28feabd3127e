import {
  type Dependencies,
  type Dependency,
  findKnown,
  mergeDependencies,
} from "../dependencies.ts";
import type { Fact, Place } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { type Table, isTable, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { NODE_FRAMEWORKS, NODE_TOOLS } from "./known-node.ts";
import { readScripts } from "./node-scripts.ts";

const MANIFEST = "package.json";
const LOCKFILES: readonly (readonly [lockfile: string, manager: string])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-workspace.yaml", "pnpm"],
  [".yarnrc.yml", "yarn"],
];
/** Presence alone tells that the folder holds a workspace run by this tool. */
const WORKSPACE_TOOLS = [
  ["turbo.json", "Turborepo"],
  ["nx.json", "Nx"],
  ["lerna.json", "Lerna"],
  ["rush.json", "Rush"],
] as const;

const SUBSTANCE =
  "dependencies devDependencies peerDependencies scripts main module exports bin workspaces".split(
    " ",
  );

export function readNode(view: ProjectView): FolderFacts | undefined {
  const manifest = view.json(MANIFEST);
  if (manifest === undefined) return undefined;
  const source = view.source(MANIFEST);
  const name = toName(textAt(manifest, "name"));
  const description = textAt(manifest, "description");
  const repository = findRepository(manifest);
  // Nothing to install, to run or to use: it only gives a name.
  const hasMembers = view.firstOf("pnpm-workspace.yaml", "lerna.json") !== undefined;
  if (!hasMembers && SUBSTANCE.every((key) => !(key in manifest))) {
    return createFolderFacts({ weight: 0, name, description, repository });
  }
  const manager = findPackageManager(view, manifest);
  const workspaces = readWorkspaces(view, manifest);
  const isApp = valueAt(manifest, "private") === true && workspaces.length === 0;
  const { main, dev } = readDependencies(view, manifest, isApp);
  const all = mergeDependencies(main, dev);
  const workspaceTools = WORKSPACE_TOOLS.flatMap(([file, name]) =>
    view.has(file) ? [{ name, source: view.source(file) }] : [],
  );
  const run = manager?.name ?? "npm";
  const scripts = Object.entries(tableAt(manifest, "scripts"));
  return createFolderFacts({
    weight: weigh(view, manifest, workspaces.length > 0, workspaceTools.length > 0),
    name,
    repository,
    description,
    languages: findLanguages(view, all, source),
    runtimes: readRuntimes(manifest, source),
    frameworks: findKnown(NODE_FRAMEWORKS, main),
    tools: [...workspaceTools, ...findKnown(NODE_TOOLS, all)],
    packageManagers: manager === undefined ? [] : [manager],
    workspaces,
    membership: {
      kind: "packages",
      source:
        "workspaces" in manifest
          ? source
          : view.source(view.firstOf("pnpm-workspace.yaml", "lerna.json") ?? MANIFEST),
    },
    places: readPlaces(view, manifest, name),
    isIdle: scripts.length === 0,
    commands: readScripts(scripts, run, source),
    implied: [{ purpose: "install", command: `${run} install`, source }],
  });
}

/** `git+https://example.org/tea/pot.git`, `tea/pot`, or a table with such an address in it. */
function findRepository(manifest: Table): string | undefined {
  const address = textAt(manifest, "repository") ?? textAt(manifest, "repository", "url");
  return toName(/([^/:]+?)(?:\.git)?\/?$/.exec(address ?? "")?.[1]);
}

/** A manifest that is private and has nothing but tools in it serves some other part of the project. */
function weigh(view: ProjectView, manifest: Table, hasMembers: boolean, hasTool: boolean): number {
  const isUsed =
    Object.keys(tableAt(manifest, "dependencies")).length > 0 ||
    ["main", "exports", "bin"].some((key) => valueAt(manifest, key) !== undefined);
  if (!isUsed && !hasMembers && valueAt(manifest, "private") === true) return 1;
  return [isUsed, hasMembers, hasMembers, hasTool, view.has("tsconfig.json")].reduce(
    (weight, speaksForIt) => weight + (speaksForIt ? 1 : 0),
    2,
  );
}

/**
 * What a published package is made with shows in what it needs to run; its development dependencies
 * may be anything it is tested against. In an app everything counts.
 */
function readDependencies(
  view: ProjectView,
  manifest: Table,
  isApp: boolean,
): { main: Dependencies; dev: Dependencies } {
  const own = textAt(manifest, "name");
  const settings = view.root.yaml("pnpm-workspace.yaml");
  const source = view.source(MANIFEST);
  const read = (key: string): Dependencies =>
    new Map(
      Object.entries(tableAt(manifest, key)).flatMap(([name, version]): [string, Dependency][] => {
        // Another part of the same project.
        if (name === own || /^(?:workspace|link|portal):/.test(String(version))) return [];
        return [[name, { version: resolveCatalog(settings, name, version), source }]];
      }),
    );
  const runtime = read("dependencies");
  const dev = read("devDependencies");
  // A member of a workspace may have a peer for each framework it supports.
  const peers = view.folder === "" ? read("peerDependencies") : new Map();
  return { main: mergeDependencies(runtime, peers, isApp ? dev : new Map()), dev };
}

/** `catalog:` and `catalog:react19` stand for a version in the settings of the workspace. */
function resolveCatalog(settings: Table | undefined, name: string, version: unknown): unknown {
  const catalog = /^catalog:(.*)$/.exec(typeof version === "string" ? version : "")?.[1];
  if (catalog === undefined) return version;
  return catalog === "" || catalog === "default"
    ? valueAt(settings, "catalog", name)
    : valueAt(settings, "catalogs", catalog, name);
}

function findPackageManager(view: ProjectView, manifest: Table): Fact | undefined {
  const source = view.source(MANIFEST);
  const [, name, version] =
    /^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(textAt(manifest, "packageManager") ?? "") ?? [];
  if (name !== undefined) return { name, version: toVersion(version), source };
  const wanted = tableAt(manifest, "devEngines", "packageManager");
  const declared = /^(?:npm|pnpm|yarn|bun)$/.exec(textAt(wanted, "name") ?? "")?.[0];
  if (declared !== undefined) {
    return { name: declared, version: toVersion(valueAt(wanted, "version")), source };
  }
  const [lockfile, manager] = LOCKFILES.find(([file]) => view.has(file)) ?? [];
  if (lockfile === undefined || manager === undefined) return findInScripts(manifest, source);
  return {
    name: manager,
    version: toVersion(valueAt(manifest, "volta", manager)),
    source: view.source(lockfile),
  };
}

/** Without a lockfile, what its own scripts call. */
function findInScripts(manifest: Table, source: string): Fact | undefined {
  const called = Object.values(tableAt(manifest, "scripts")).flatMap((script) =>
    [...String(script).matchAll(/(?<![\w-])(npm|pnpm|yarn|bun) (?:run|test|exec)\b/g)].map(
      ([, name = ""]) => name,
    ),
  );
  const [name, ...others] = new Set(called);
  return name === undefined || others.length > 0 ? undefined : { name, source };
}

/** Folders of the files by which others use it, and of its tests. */
function readPlaces(view: ProjectView, manifest: Table, name: string | undefined): Place[] {
  const files = [
    ...["main", "module", "types", "bin", "exports"].flatMap((key) => textsIn(manifest[key])),
    ...textsAt(manifest, "ava", "files").map((file) => `tests:${file}`),
  ];
  return findPlaces(
    view,
    MANIFEST,
    ...files.map((file) => {
      const [, isTest, folder] = /^(tests:)?(?:\.\/)?([\w.-]+)\//.exec(file) ?? [];
      const kind = isTest === undefined ? ("source" as const) : ("tests" as const);
      return [
        MADE.test(folder ?? "") ? undefined : folder,
        kind,
        isTest === undefined ? name : undefined,
      ] as const;
    }),
  );
}

/** What a build makes is no source. */
const MADE = /^(?:dist|build|out|lib-cov|es|esm|cjs|umd|types|typings|node_modules)$/;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isTable(value) ? Object.values(value).flatMap(textsIn) : [];
}

function readWorkspaces(view: ProjectView, manifest: Table): string[] {
  const inManifest = textsAt(manifest, "workspaces");
  if (inManifest.length > 0) return inManifest;
  const nested = textsAt(manifest, "workspaces", "packages");
  if (nested.length > 0) return nested;
  const pnpm = textsAt(view.yaml("pnpm-workspace.yaml"), "packages");
  return pnpm.length > 0 ? pnpm : textsAt(view.json("lerna.json"), "packages");
}

const TYPESCRIPT = /(?<!\.d)\.[mc]?tsx?$/;
const JAVASCRIPT = /\.[mc]?jsx?$/;

/** A package written in JavaScript may have TypeScript only to check its types: what there is more of decides. */
function findLanguages(view: ProjectView, all: Dependencies, source: string): Fact[] {
  const typescript = all.get("typescript");
  const config = view.firstOf("tsconfig.json") ?? view.matching(/^tsconfig\.\w+\.json$/)[0];
  const files = view.names.filter((name) => !/^(?:examples?|docs?|packages|apps)\//.test(name));
  const typed = files.filter((name) => TYPESCRIPT.test(name)).length;
  const plain = files.filter((name) => JAVASCRIPT.test(name)).length;
  const isTypeScript =
    config !== undefined || typed > plain || (typed === plain && typescript !== undefined);
  // Of a part whose files are not listed, nothing says that it is not TypeScript.
  if (!isTypeScript) return plain > 0 || view.folder === "" ? [{ name: "JavaScript", source }] : [];
  return [
    {
      name: "TypeScript",
      version: toVersion(typescript?.version),
      source: typescript?.source ?? (config === undefined ? source : view.source(config)),
    },
  ];
}

function readRuntimes(manifest: Table, source: string): Fact[] {
  return (
    [
      ["node", "Node.js"],
      ["bun", "Bun"],
      ["deno", "Deno"],
    ] as const
  ).flatMap(([key, name]) => {
    const declared = valueAt(manifest, "engines", key) ?? valueAt(manifest, "volta", key);
    const version = toVersion(declared);
    return version === undefined ? [] : [{ name, version, source }];
  });
}
