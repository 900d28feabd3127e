import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { ownPackage } from "../../../src/hosts/own-package.ts";
import { closedEnvironment } from "../../../src/hosts/opencode/doctor/closed-home.ts";

export const REPO_ROOT = ownPackage().root;

/** The closed environment of `doctor --live`, with what the host's own tools need. */
export function cleanEnvironment(home: string): Record<string, string> {
  return {
    ...closedEnvironment(home),
    // The host's grep, glob and skill tools need ripgrep and would download it.
    PATH: [dirname(rgPath), process.env["PATH"]].join(delimiter),
    GIT_CONFIG_NOSYSTEM: "1",
    // Each project of a host's has one, and a user may have but 128 of them.
    OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: "1",
  };
}

/** The platform package carries the binary itself; `.bin/opencode` exists only if install scripts were allowed to run. */
export function findBinary(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const file = process.platform === "win32" ? "opencode.exe" : "opencode";
  const packages = createRequire(
    createRequire(import.meta.url).resolve("opencode-ai/package.json"),
  );
  for (const variant of ["", "-musl", "-baseline", "-baseline-musl"]) {
    try {
      const manifest = packages.resolve(
        `opencode-${system}-${process.arch}${variant}/package.json`,
      );
      const binary = join(dirname(manifest), "bin", file);
      if (existsSync(binary)) return binary;
    } catch {
      continue;
    }
  }
  const linked = join(REPO_ROOT, "node_modules", ".bin", "opencode");
  if (existsSync(linked)) return linked;
  throw new Error("OpenCode is not installed: run `npm install` with optional dependencies.");
}
