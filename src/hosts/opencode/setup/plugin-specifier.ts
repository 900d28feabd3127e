import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DiskError } from "../../../io/disk/disk-error.ts";
import { readJson } from "../../../io/disk/read-text.ts";
import type { Text } from "../../../types.ts";
import type { OwnPackage } from "../../own-package.ts";
import { textField } from "../../shared/payload.ts";

/** What OpenCode is to load, and why that. */
export interface PluginSpecifier {
  readonly specifier: string;
  readonly reason: "registry" | "file";
  readonly why: Text;
}

/** The name and version where npm says that this copy came from its registry, else the plugin's file itself. */
export function chooseSpecifier(own: OwnPackage): PluginSpecifier {
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
  if (!existsSync(file))
    throw new DiskError("other", `${file} is missing. Build it first: npm run build`);
  return {
    specifier: pathToFileURL(file).href,
    reason: "file",
    why: { en: "by file: OpenCode runs it where it is", zh: "用文件地址：OpenCode 就地运行它" },
  };
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

/** Of a global install npm notes nothing. */
function isFromRegistry({ root, name }: OwnPackage): boolean {
  const lock = readJson(join(dirname(root), ".package-lock.json"));
  const resolved = textField(lock, "packages", `node_modules/${name}`, "resolved") ?? "";
  return resolved.startsWith("http") && resolved.includes(`/${name}/-/`);
}
