import { describe } from "vitest";
import { playAll } from "../journeys/play.ts";
import { startReal } from "./real.ts";
import { TOOLS, recordingOf } from "./tools.ts";

/** A command that starts OpenCode 2: no release of it can be installed in tests. */
const COMMAND = process.env["OPENCODE2_BIN"];
/** With this, what the host tells the plugin is written down anew for the tests without a host. */
const RECORDS = process.env["OPENCODE2_RECORD"] !== undefined;

describe.runIf(COMMAND !== undefined)("the real OpenCode 2", () => {
  playAll("OpenCode 2", TOOLS, (setting, name) =>
    startReal(COMMAND ?? "", setting, RECORDS ? recordingOf(name) : undefined),
  );
});
