import { readFileSync } from "node:fs";
import { toCodexFiles } from "../../src/hosts/codex/plugin/codex-files.ts";
import type { Emitter } from "./emitter.ts";
import { readSkill } from "./shipped-skill.ts";

const NET = new URL("../../src/hosts/codex/net.sh", import.meta.url);
const WRITER = new URL("../../src/hosts/shared/texts/writer-prompt.md", import.meta.url);

/** In the folder of the server: the net, and the agents and skills that install puts among Codex's own. */
export function codexFiles(folder: string) {
  return {
    name: "codex-files",
    generateBundle(this: Emitter) {
      const skill = readSkill();
      const files = toCodexFiles({
        readerPrompt: skill["references/memory-reader-prompt.md"] ?? "",
        writerPrompt: readFileSync(WRITER, "utf8"),
        skill,
      });
      const all = { ...files, "net.sh": readFileSync(NET, "utf8") };
      for (const [fileName, source] of Object.entries(all)) {
        this.emitFile({ type: "asset", fileName: `${folder}/${fileName}`, source });
      }
    },
  };
}
