import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../package.json" with { type: "json" };
import { DiskError } from "../io/disk/disk-error.ts";

export type OwnPackage = ReturnType<typeof ownPackage>;

/** The package that this code belongs to, wherever it is installed; `root` is the folder with `package.json`. */
export function ownPackage() {
  const { name, version } = manifest;
  return { name, version, root: rootFrom(dirname(fileURLToPath(import.meta.url))) };
}

function rootFrom(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, "package.json")) || parent === folder ? folder : rootFrom(parent);
}

/** The folder that the build has made for a host that runs our server. */
export function builtFolder(host: string): string {
  const folder = join(ownPackage().root, "dist", host);
  ensureBuilt(join(folder, "server.js"));
  return folder;
}

export function ensureBuilt(file: string): void {
  if (!existsSync(file)) throw new DiskError(`${file} is missing. Build it first: npm run build`);
}
