import { readFileSync } from "node:fs";
import { toCodexFiles } from "../../src/hosts/codex/plugin/codex-files.ts";
import type { Emitter } from "./emitter.ts";
import { readSkill } from "./shipped-skill.ts";

const WRITER = new URL("../../src/hosts/shared/texts/writer-prompt.md", import.meta.url);

/** The agents and skills that install puts among Codex's own, beside the server that is built here. */
export function codexFiles() {
  return {
    name: "codex-files",
    generateBundle(this: Emitter) {
      const skill = readSkill();
      const files = toCodexFiles({
        readerPrompt: skill["references/memory-reader-prompt.md"] ?? "",
        writerPrompt: readFileSync(WRITER, "utf8"),
        skill,
      });
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}
