import { join } from "node:path";
import { describe, test } from "vitest";
import { REPO_ROOT } from "../kit/host-home.ts";
import { PLAYED } from "./promises.ts";
import { startReal } from "./real.ts";

/** A command that starts OpenCode 2: no release of it can be installed in tests. */
const COMMAND = process.env["OPENCODE2_BIN"];
/** With this, what the host tells the plugin is written down anew for the tests without a host. */
const RECORDS = process.env["OPENCODE2_RECORD"] !== undefined;

describe.runIf(COMMAND !== undefined)("the real OpenCode 2", () => {
  test.each(PLAYED)("$name", async ({ name, setting, play }) => {
    const recording = join(REPO_ROOT, "test", "fixtures", "opencode-2", `${name}.jsonl`);
    const talk = await startReal(COMMAND ?? "", setting, RECORDS ? recording : undefined);
    try {
      await play(talk);
    } finally {
      await talk.stop();
    }
  });
});
