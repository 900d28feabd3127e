import { readFileSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import { toPluginFiles } from "../../src/hosts/claude-code/plugin/plugin-files.ts";
import type { Emitter } from "./emitter.ts";
import { readSkill } from "./shipped-skill.ts";

const WRITER = new URL("../../src/hosts/shared/texts/writer-prompt.md", import.meta.url);

/** The files of Claude Code's plugin, in the folder of its server. */
export function claudePlugin(folder: string) {
  return {
    name: "claude-plugin",
    generateBundle(this: Emitter) {
      const { name, version, description } = manifest;
      const skill = readSkill();
      const files = toPluginFiles({
        name,
        version,
        description,
        readerPrompt: skill["references/memory-reader-prompt.md"] ?? "",
        writerPrompt: readFileSync(WRITER, "utf8"),
        skill,
      });
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: "asset", fileName: `${folder}/${fileName}`, source });
      }
    },
  };
}
