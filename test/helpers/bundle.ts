import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A source file as a module that a plain Node process can import. */
export async function bundle(source: string, outDir: string): Promise<string> {
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
