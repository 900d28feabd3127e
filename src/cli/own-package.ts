import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../package.json" with { type: "json" };

export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  /** The OpenCode that the tests run in. */
  readonly testedHost: string;
  readonly root: string;
  readonly plugin: string;
  readonly probe: string;
  readonly skill: string;
}

/** The package that this command is a part of, wherever it is installed. */
export function ownPackage(): OwnPackage {
  const root = rootFrom(dirname(fileURLToPath(import.meta.url)));
  return {
    name: manifest.name,
    version: manifest.version,
    testedHost: manifest.devDependencies["opencode-ai"],
    root,
    plugin: join(root, manifest.main),
    probe: join(root, "dist", "cli", "probe.js"),
    skill: join(root, "skills", "memory-bank", "SKILL.md"),
  };
}

function rootFrom(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, "package.json")) || parent === folder ? folder : rootFrom(parent);
}
