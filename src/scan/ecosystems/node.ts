import type { Fact } from "../facts.ts";
import { type Dependencies, type Dependency, type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { readScripts } from "./node-scripts.ts";

const MANIFEST = "package.json";
const LOCKFILES = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-workspace.yaml", "pnpm"],
  [".yarnrc.yml", "yarn"],
] as const;
/** Presence alone tells that the folder holds a workspace run by this tool. */
const WORKSPACE_TOOLS = [
  ["turbo.json", "Turborepo"],
  ["nx.json", "Nx"],
  ["lerna.json", "Lerna"],
] as const;
const RUNTIMES = [
  ["node", "Node.js"],
  ["bun", "Bun"],
  ["deno", "Deno"],
] as const;
const SUBSTANCE =
  "dependencies devDependencies peerDependencies scripts main module exports bin workspaces".split(
    " ",
  );

export function readNode(view: ProjectView): Manifest | undefined {
  const manifest = view.json(MANIFEST);
  if (manifest === undefined) return undefined;
  const source = view.source(MANIFEST);
  const about = {
    source,
    name: toName(textAt(manifest, "name")),
    description: textAt(manifest, "description"),
  };
  const members = readMembers(view, manifest);
  // Nothing to install, to run or to use: it only gives a name.
  if (members.length === 0 && SUBSTANCE.every((key) => !(key in manifest))) {
    return { ...about, weight: 0 };
  }
  const manager = findManager(view, manifest, source);
  const run = manager?.name ?? "npm";
  const isApp = valueAt(manifest, "private") === true && members.length === 0;
  const { main, dev } = readDependencies(view, manifest, isApp);
  return {
    ...about,
    weight: weigh(view, manifest, members.length > 0),
    languages: findLanguages(view, new Map([...dev, ...main]), source),
    runtimes: RUNTIMES.flatMap(([key, name]) => {
      const declared = valueAt(manifest, "engines", key) ?? valueAt(manifest, "volta", key);
      const version = toVersion(declared);
      return version === undefined ? [] : [{ name, version, source }];
    }),
    main,
    dev,
    tools: WORKSPACE_TOOLS.flatMap(([file, name]) =>
      view.has(file) ? [{ name, source: view.source(file) }] : [],
    ),
    managers: manager === undefined ? [] : [manager],
    members,
    membersIn:
      "workspaces" in manifest
        ? source
        : view.source(view.firstOf("pnpm-workspace.yaml", "lerna.json") ?? MANIFEST),
    tasks: readScripts(Object.entries(tableAt(manifest, "scripts")), run, source),
    implied: listCommands(view, ["install", `${run} install`, MANIFEST]),
  };
}

/** A manifest that is private and has nothing but tools in it serves some other part of the project. */
function weigh(view: ProjectView, manifest: Table, hasMembers: boolean): number {
  const isUsed =
    Object.keys(tableAt(manifest, "dependencies")).length > 0 ||
    ["main", "exports", "bin"].some((key) => valueAt(manifest, key) !== undefined);
  if (!isUsed && !hasMembers && valueAt(manifest, "private") === true) return 1;
  return 2 + (isUsed ? 1 : 0) + (hasMembers ? 2 : 0) + (view.has("tsconfig.json") ? 1 : 0);
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
  const read = (key: string): [string, Dependency][] =>
    Object.entries(tableAt(manifest, key)).flatMap(([name, version]): [string, Dependency][] => {
      // Another part of the same project.
      if (name === own || /^(?:workspace|link|portal):/.test(String(version))) return [];
      const resolved = resolveCatalog(settings, name, version);
      return [[name, { version: resolved, source: view.source(MANIFEST) }]];
    });
  const dev = read("devDependencies");
  // A member of a workspace may have a peer for each framework it supports.
  const peers = view.folder === "" ? read("peerDependencies") : [];
  const main = new Map([...(isApp ? dev : []), ...peers, ...read("dependencies")]);
  return { main, dev: new Map(dev) };
}

/** `catalog:` and `catalog:react19` stand for a version in the settings of the workspace. */
function resolveCatalog(settings: Table | undefined, name: string, version: unknown): unknown {
  const catalog = /^catalog:(.*)$/.exec(typeof version === "string" ? version : "")?.[1];
  if (catalog === undefined) return version;
  return catalog === "" || catalog === "default"
    ? valueAt(settings, "catalog", name)
    : valueAt(settings, "catalogs", catalog, name);
}

function findManager(view: ProjectView, manifest: Table, source: string): Fact | undefined {
  const [, name, version] =
    /^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(textAt(manifest, "packageManager") ?? "") ?? [];
  if (name !== undefined) return { name, version: toVersion(version), source };
  const [lockfile, manager] = LOCKFILES.find(([file]) => view.has(file)) ?? [];
  return lockfile === undefined || manager === undefined
    ? undefined
    : { name: manager, source: view.source(lockfile) };
}

function readMembers(view: ProjectView, manifest: Table): string[] {
  const lists = [
    textsAt(manifest, "workspaces"),
    textsAt(manifest, "workspaces", "packages"),
    textsAt(view.yaml("pnpm-workspace.yaml"), "packages"),
    textsAt(view.json("lerna.json"), "packages"),
  ];
  return lists.find(({ length }) => length > 0) ?? [];
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
