import { expect, test } from "vitest";
import { say } from "../kit/index.ts";
import { ENTRY, FILES } from "../use-host.ts";
import { bash, edit, read, write } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const GUARD = "(rule: guard-memory-files)";
const MEMORY = "memory-bank/MEMORY.md";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

describeClaude("permissions of the host", () => {
  test.each(["acceptEdits", "bypassPermissions", "dontAsk"])(
    "%s gets round no refusal",
    async (mode) => {
      const project = bench.project();
      const results = await bench.play(
        project,
        "Do as you like",
        [
          read("package.json"),
          setVersion("1.0.0", "2.0.0"),
          bash("rm -rf memory-bank"),
          write(MEMORY, "# Nothing\n"),
          say("Refused."),
        ],
        // Root may skip permissions only where the host is told that it is in a sandbox.
        { args: ["--permission-mode", mode], env: { IS_SANDBOX: "1" } },
      );
      expect(results[1]).toContain(GATE);
      expect(results[2]).toContain(GUARD);
      expect(project.read("package.json")).toBe(FILES["package.json"]);
      expect(project.read(MEMORY)).toBe(ENTRY);
    },
  );
});
