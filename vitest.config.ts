import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/helpers/longest-first.ts";
import { inMemory } from "./test/helpers/memory-disk.ts";
import { markdownText } from "./scripts/build/markdown-text.ts";
import { viewPage } from "./scripts/build/view-page.ts";

// Tests compare modes of files, and have some of them read by another user. Workers inherit it.
process.umask(0o022);

// They know no disk, environment or clock, as lint sees to: one process runs the tests of one after the other.
const PURE = [
  "answer",
  "bank",
  "check",
  "formats",
  "markdown",
  "merge",
  "patterns",
  "plans",
  "policy",
  "scan",
  "secrets",
  "shell",
].map((folder) => `src/${folder}/**/*.test.ts`);

// For what hangs, not for what is slow: a busy machine may need ten times as long as a quiet one.
const PATIENCE = 180_000;
/** The same for one expectation; a program that is asked may have to start first. */
const POLL = { timeout: 60_000 };

// It is written a moment later, when the folder of a test may be gone. Its own tests switch it on.
const UNIT_ENV = { MEMORY_BANK_LOG: "off", ...inMemory() };

export default defineConfig({
  plugins: [markdownText(), viewPage()],
  test: {
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: POLL },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "pure", include: PURE, isolate: false, env: UNIT_ENV },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/unit/**/*.test.ts"],
          exclude: PURE,
          env: UNIT_ENV,
          // A process for each file, and our modules loaded anew, would take half a second of it.
          isolate: false,
          setupFiles: ["test/helpers/own-environment.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.e2e.test.ts"],
          env: inMemory(),
          // Files of one worker share its host.
          isolate: false,
        },
      },
    ],
  },
});
