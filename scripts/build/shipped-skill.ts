import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Emitter } from "./emitter.ts";

const FOLDER = new URL("../../skills/memory-bank/", import.meta.url);

/** Files of the skill, by their paths below its folder. */
export function readSkill(): Record<string, string> {
  const paths = readdirSync(fileURLToPath(FOLDER), { recursive: true, encoding: "utf8" });
  const docs = paths.filter((path) => path.endsWith(".md")).toSorted();
  return Object.fromEntries(
    docs.map((path) => [path, readFileSync(new URL(path, FOLDER), "utf8")]),
  );
}

/** The skill is shipped in dist/: a host that takes the package itself for a plugin would find one in skills/ twice. */
export function shippedSkill() {
  return {
    name: "shipped-skill",
    generateBundle(this: Emitter) {
      for (const [path, source] of Object.entries(readSkill()))
        this.emitFile({ type: "asset", fileName: `skills/memory-bank/${path}`, source });
    },
  };
}
