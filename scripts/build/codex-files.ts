import { readFileSync } from "node:fs";
import type { Emitter } from "./emitter.ts";

const NET = new URL("../../src/hosts/codex/net.sh", import.meta.url);

/** What Codex runs beside the server that is built here. */
export function codexFiles() {
  return {
    name: "codex-files",
    generateBundle(this: Emitter) {
      this.emitFile({ type: "asset", fileName: "net.sh", source: readFileSync(NET, "utf8") });
    },
  };
}
