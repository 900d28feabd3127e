import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";
import { afterAll, beforeAll } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A source file as a module that a plain Node process can import. */
async function bundle(source: string, outDir: string): Promise<string> {
  await build({
    config: false,
    entry: { bundle: join(ROOT, source) },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    noExternal: [/.*/],
    fixedExtension: true,
    dts: false,
    logLevel: "silent",
  });
  return join(outDir, "bundle.mjs");
}

/** Bundles a module once for the tests of a file. */
export function useBundle(entry: string): { readonly href: string } {
  let built = "";
  let href = "";
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), "memory-bank-built-"));
    href = pathToFileURL(await bundle(entry, built)).href;
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return {
    get href() {
      return href;
    },
  };
}
