import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson } from "../../bank/scan/formats/parse-json.ts";
import { statOf } from "../../io/stat.ts";

/** One place in OpenCode's configuration that loads our plugin. */
export interface PluginEntry {
  /** The configuration file, or the plugin file that OpenCode finds by itself. */
  readonly file: string;
  readonly scope: "global" | "project";
  /** As it is written there. */
  readonly address: string;
  readonly options: unknown;
  /** The same for two entries that load one and the same plugin. */
  readonly identity: string;
  readonly isThere: boolean;
  /** Undefined where the newest is taken, or nobody says. */
  readonly version: string | undefined;
}

export interface PluginEntries {
  readonly entries: readonly PluginEntry[];
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

export interface ConfigPlace {
  readonly name: string;
  readonly directory: string;
  readonly worktree: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

interface ConfigFolder {
  readonly path: string;
  readonly scope: PluginEntry["scope"];
  readonly hasPlugins: boolean;
}

const CONFIG_FILES = ["config.json", "opencode.json", "opencode.jsonc"];

/** Every entry of our plugin that OpenCode, started in `directory`, would load. */
export function findPluginEntries(place: ConfigPlace): PluginEntries {
  const entries: PluginEntry[] = [];
  const unreadable: { file: string; reason: string }[] = [];
  const own = place.env["OPENCODE_CONFIG"];
  const folders = configFolders(place);
  const files = folders.flatMap(({ path, scope }) =>
    CONFIG_FILES.map((name) => ({ file: join(path, name), scope })),
  );
  if (own !== undefined) files.push({ file: resolve(place.directory, own), scope: "global" });
  for (const { file, scope } of unique(files)) {
    try {
      for (const [address, options] of readPlugins(file)) {
        const found = toEntry(place.name, address, options, file, scope);
        if (found !== undefined) entries.push(found);
      }
    } catch (error) {
      unreadable.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  for (const folder of folders) entries.push(...findPluginFiles(place.name, folder));
  return { entries, unreadable };
}

function configFolders({ directory, worktree, home, env }: ConfigPlace): ConfigFolder[] {
  const base = env["XDG_CONFIG_HOME"] || join(home, ".config");
  const global = [join(base, "opencode"), join(home, ".opencode"), env["OPENCODE_CONFIG_DIR"]];
  const project = ancestors(directory, worktree);
  return [
    ...global
      .filter((path) => path !== undefined && path !== "")
      .map((path) => ({ path: path ?? "", scope: "global" as const, hasPlugins: true })),
    ...project.flatMap((path) => [
      { path, scope: "project" as const, hasPlugins: false },
      { path: join(path, ".opencode"), scope: "project" as const, hasPlugins: true },
    ]),
  ];
}

function ancestors(folder: string, top: string): string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...ancestors(parent, top)];
}

/** The home folder may be an ancestor of the project as well. */
function unique(files: readonly { file: string; scope: PluginEntry["scope"] }[]) {
  return [...new Map(files.toReversed().map((each) => [each.file, each])).values()].toReversed();
}

function readPlugins(file: string): [address: string, options: unknown][] {
  if (!existsSync(file)) return [];
  const config = parseJson(readFileSync(file, "utf8").replace(/^\ufeff/, ""), false);
  const list: unknown =
    typeof config === "object" && config !== null ? Reflect.get(config, "plugin") : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): [string, unknown][] => {
    const [address, options]: unknown[] = Array.isArray(entry) ? entry : [entry];
    return typeof address === "string" ? [[address, options]] : [];
  });
}

function toEntry(
  name: string,
  address: string,
  options: unknown,
  file: string,
  scope: PluginEntry["scope"],
): PluginEntry | undefined {
  const path = toPath(address, dirname(file));
  if (path === undefined) {
    const [, found, version] = /^((?:@[^/@]+\/)?[^@]+)(?:@(.+))?$/.exec(address) ?? [];
    if (found !== name) return undefined;
    return { file, scope, address, options, identity: name, isThere: true, version };
  }
  const isThere = existsSync(path);
  if (!isThere) {
    // Whose it was shows only in its name.
    if (!address.includes("memory-bank")) return undefined;
    return { file, scope, address, options, identity: path, isThere, version: undefined };
  }
  const owner = ownerOf(path);
  if (owner?.name !== name && !mentions(path, name)) return undefined;
  const version = owner?.name === name ? owner.version : undefined;
  return { file, scope, address, options, identity: realpathSync(path), isThere, version };
}

function toPath(address: string, folder: string): string | undefined {
  if (address.startsWith("file://")) {
    try {
      return fileURLToPath(address);
    } catch {
      return address.slice("file://".length);
    }
  }
  return /^(?:\.{0,2}[/\\]|[A-Za-z]:[/\\])/.test(address) ? resolve(folder, address) : undefined;
}

/** The package that a file belongs to. */
function ownerOf(path: string): { name: unknown; version: string | undefined } | undefined {
  for (const folder of ancestors(statOf(path)?.isDirectory() ? path : dirname(path), "")) {
    const file = join(folder, "package.json");
    if (!existsSync(file)) continue;
    try {
      const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
      if (typeof manifest !== "object" || manifest === null) return undefined;
      const version: unknown = Reflect.get(manifest, "version");
      return {
        name: Reflect.get(manifest, "name"),
        version: typeof version === "string" ? version : undefined,
      };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** A copy of the plugin's file, or a file that loads it. */
function mentions(path: string, name: string): boolean {
  try {
    return readFileSync(path, "utf8").includes(`"${name}"`);
  } catch {
    return false;
  }
}

/** OpenCode loads what lies in its plugin folders without being told. */
function findPluginFiles(name: string, { path, scope, hasPlugins }: ConfigFolder): PluginEntry[] {
  if (!hasPlugins) return [];
  return ["plugin", "plugins"].flatMap((folder) =>
    namesIn(join(path, folder))
      .filter((file) => /\.(?:ts|js|mjs)$/.test(file))
      .map((file) => join(path, folder, file))
      .filter((file) => mentions(file, name))
      .map((file) => ({
        file,
        scope,
        address: file,
        options: undefined,
        identity: realpathSync(file),
        isThere: true,
        version: undefined,
      })),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
