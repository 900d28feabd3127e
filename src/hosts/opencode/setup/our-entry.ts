import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PROTOCOL_VERSION, SKILL } from "../../../bank/layout.ts";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { attempt, readJson, readText, statOf } from "../../../io/disk/read.ts";
import type { Copy, InstallPlan } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { textField } from "../../shared/payload.ts";
import { below } from "./places.ts";

export const PACKAGE = "agent-memory-bank";
/** What the terminal loads, and what the host loaded before it was given the package's folder. */
const OWN_FILE = /\/dist\/(?:plugin|tui)\.js$/;
const GONE = new RegExp(`/${PACKAGE}(?:/dist/(?:plugin|tui)\\.js)?$`);
/** In the entry, whether built or as source. */
const OWN_ID = new RegExp(`\\bid: ?"${PACKAGE}"`);
const BY_NAME = new RegExp(`^(?:.+@npm:|npm:)?${PACKAGE}(?:@(.*))?$`);

/** An entry in a list of plugins that means us. */
export interface OurEntry {
  /** Undefined where it is the package's name. */
  readonly path: string | undefined;
  readonly isThere: boolean;
  /** Undefined where the newest is taken, or nobody says. */
  readonly version: string | undefined;
}

/** What an entry in the list of plugins of this config means: us by name, us by a path to a copy of us, or others. */
export function readOurEntry(entry: string, config: string): OurEntry | undefined {
  const named = BY_NAME.exec(entry);
  if (named !== null) return { path: undefined, isThere: true, version: named[1] };
  const path = pathOfEntry(entry, config);
  if (path === undefined) return undefined;
  const stats = statOf(path);
  const plain = path.replaceAll("\\", "/");
  if (stats === undefined)
    return GONE.test(plain) ? { path, isThere: false, version: undefined } : undefined;
  const root = stats.isDirectory() ? path : OWN_FILE.test(plain) ? dirname(dirname(path)) : "";
  const owner = readJson(join(root, "package.json"));
  if (root !== "" && textField(owner, "name") === PACKAGE)
    return { path, isThere: true, version: textField(owner, "version") };
  const isCopy = stats.isFile() && isOurCode(readText(path));
  return isCopy ? { path, isThere: true, version: undefined } : undefined;
}

export function isOurEntry(entry: string, config: string): boolean {
  return readOurEntry(entry, config) !== undefined;
}

/** Undefined for the name of a package. */
function pathOfEntry(entry: string, config: string): string | undefined {
  if (entry.startsWith("file://")) return attempt(() => fileURLToPath(entry), undefined);
  return entry.startsWith(".") || isAbsolute(entry) ? resolve(dirname(config), entry) : undefined;
}

/** Words that only our plugin has, whether built or as source. */
function isOurCode(text: string | undefined): boolean {
  if (text === undefined) return false;
  if (OWN_ID.test(text)) return true;
  // Copies from the time when the plugin was one file.
  const isOne = text.includes(PACKAGE) || text.includes("MEMORY_BANK_GUARD_MODE");
  return isOne && text.includes(PROTOCOL_VERSION);
}

/** Only what is ours by its content: a file of that name may be anybody's. */
export function findCopies(folders: readonly string[]): Copy[] {
  const skills = below(below(folders, ["skill", "skills"]), [SKILL]);
  return [
    ...findOwnFiles(folders).map((path) => ({ kind: "plugin", path }) as const),
    ...skills
      .filter((path) => readText(join(path, "SKILL.md"))?.includes(PROTOCOL_VERSION) === true)
      .map((path) => ({ kind: "skill", path }) as const),
  ];
}

/** Our code among the files that OpenCode loads as plugins from these folders, without being told. */
export function findOwnFiles(folders: readonly string[]): string[] {
  return below(folders, ["plugin", "plugins"]).flatMap((folder) =>
    attempt(() => readdirSync(folder).toSorted(), [])
      .filter((file) => /\.[jt]s$/.test(file))
      .map((file) => join(folder, file))
      .filter((path) => isOurCode(readText(path))),
  );
}

/** What OpenCode is to load: the name and version where npm says that this copy came from its registry, else the package's folder. */
export function chooseSpecifier(own: OwnPackage): InstallPlan["plugin"] {
  if (isFromRegistry(own)) {
    return {
      specifier: `${own.name}@${own.version}`,
      reason: "registry",
      why: {
        en: "by name: this copy came from the npm registry",
        zh: "用名称：这份程序来自 npm 仓库",
      },
    };
  }
  const file = pluginFile(own);
  if (statOf(file) === undefined)
    throw new DiskError(`${file} is missing. Build it first: npm run build`);
  return {
    // OpenCode 1 takes a file too, OpenCode 2 takes only a folder.
    specifier: pathToFileURL(own.root).href,
    reason: "folder",
    why: { en: "by folder: OpenCode runs it where it is", zh: "用文件夹地址：OpenCode 就地运行它" },
  };
}

/** The same for the terminal: of a package it takes its own part by itself, else it is given that file. */
export function toTerminalSpecifier(specifier: string): string {
  return specifier.startsWith("file:") ? `${specifier}/dist/tui.js` : specifier;
}

export function pluginFile({ root }: OwnPackage): string {
  return join(root, "dist", "plugin.js");
}

/** Of a global install npm notes nothing. */
function isFromRegistry({ root, name }: OwnPackage): boolean {
  const lock = readJson(join(dirname(root), ".package-lock.json"));
  const resolved = textField(lock, "packages", `node_modules/${name}`, "resolved") ?? "";
  return resolved.startsWith("http") && resolved.includes(`/${name}/-/`);
}
