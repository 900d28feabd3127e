import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { readJson } from "../../../io/disk/read-text.ts";
import type { Language } from "../../../types.ts";
import type { OwnPackage } from "../../own-package.ts";
import { field, textField } from "../../shared/payload.ts";

/** How this copy of the package came here, as far as its surroundings tell. */
export type Origin = "registry" | "archive" | "checkout" | "unknown";

/** What OpenCode is to load, and why that. */
export interface PluginSpecifier {
  readonly specifier: string;
  readonly reason: Exclude<Origin, "unknown"> | "asked" | "other" | "missing" | "silent";
}

const PATIENCE = 4000;

export const WHY: Readonly<Record<Language, Readonly<Record<PluginSpecifier["reason"], string>>>> =
  {
    en: {
      registry: "by name: this copy came from the npm registry",
      asked: "by name: the npm registry has this very package",
      checkout: "by file: this copy is a checkout of the source",
      archive: "by file: this copy was installed from an archive or a folder",
      other:
        "by file: the npm registry does not confirm that its package of this version is this one",
      missing: "by file: the npm registry does not have this version",
      silent: "by file: the npm registry gave no answer",
    },
    zh: {
      registry: "用名称：这份程序来自 npm 仓库",
      asked: "用名称：npm 仓库中正是这个包",
      checkout: "用文件地址：这份程序是源码检出",
      archive: "用文件地址：这份程序由压缩包或文件夹安装",
      other: "用文件地址：npm 仓库未能确认该版本就是这个包",
      missing: "用文件地址：npm 仓库没有这个版本",
      silent: "用文件地址：npm 仓库没有应答",
    },
  };

/**
 * The name and version for a copy from the registry, else the plugin file itself. The registry is asked only where
 * nothing here tells: a global npm install leaves no trace of where it came from.
 */
export async function chooseSpecifier(
  own: OwnPackage,
  patience = PATIENCE,
): Promise<PluginSpecifier> {
  const pinned = `${own.name}@${own.version}`;
  const file = pluginFile(own);
  const origin = originOf(own);
  if (origin === "registry") return { specifier: pinned, reason: origin };
  if (!existsSync(file))
    throw new DiskError("other", `${file} is missing. Build it first: npm run build`);
  const specifier = pathToFileURL(file).href;
  if (origin !== "unknown") return { specifier, reason: origin };
  const answer = await askRegistry(pinned, patience);
  if (typeof answer === "string") return { specifier, reason: answer };
  // The name may be a stranger's in this registry: then the host must not load that package instead of ours.
  const { files, bytes } = countFiles(own.root);
  const isSame = answer.files === files && answer.bytes === bytes;
  return isSame ? { specifier: pinned, reason: "asked" } : { specifier, reason: "other" };
}

/** The same for the terminal: of a package it takes its own part by itself, a file is that part. */
export function toTerminalSpecifier(specifier: string): string {
  return specifier.startsWith("file:")
    ? specifier.replace(/\/dist\/plugin\.js$/, "/dist/tui.js")
    : specifier;
}

export function pluginFile({ root }: OwnPackage): string {
  return join(root, "dist", "plugin.js");
}

export function originOf({ root, name }: OwnPackage): Origin {
  if (existsSync(join(root, ".git")) || existsSync(join(root, "src"))) return "checkout";
  const modules = dirname(root);
  if (basename(modules) !== "node_modules") return "unknown";
  const store = basename(dirname(modules));
  // pnpm's own folder for each package is named after what it was asked for.
  if (basename(dirname(dirname(modules))) === ".pnpm" && store.startsWith(`${name}@`))
    return /^\d[^+]*$/.test(store.slice(name.length + 1).replace(/[(_].*$/, ""))
      ? "registry"
      : "archive";
  // Where npm says that it took the package from.
  const lock = readJson(join(modules, ".package-lock.json"));
  const resolved = textField(lock, "packages", `node_modules/${name}`, "resolved");
  if (resolved === undefined) return "unknown";
  return resolved.startsWith("http") && resolved.includes(`/${name}/-/`) ? "registry" : "archive";
}

function askRegistry(
  pinned: string,
  patience: number,
): Promise<"missing" | "silent" | { readonly files: unknown; readonly bytes: unknown }> {
  return new Promise((resolve) => {
    const args = ["view", pinned, "dist", "--json", "--fetch-retries=0", "--loglevel=silent"];
    const options = { timeout: patience, shell: process.platform === "win32" };
    execFile("npm", args, options, (_, output) => {
      try {
        const answer: unknown = JSON.parse(output || "{}");
        const files = field(answer, "fileCount");
        if (field(answer, "tarball") !== undefined)
          resolve({ files, bytes: field(answer, "unpackedSize") });
        else resolve(field(answer, "error", "code") === "E404" ? "missing" : "silent");
      } catch {
        resolve("silent");
      }
    });
  });
}

/** The package as the registry counts it. */
function countFiles(folder: string): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) {
      files += 1;
      bytes += statSync(path).size;
    } else if (entry.isDirectory() && entry.name !== "node_modules") {
      const inner = countFiles(path);
      files += inner.files;
      bytes += inner.bytes;
    }
  }
  return { files, bytes };
}
