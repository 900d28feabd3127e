import { defineConfig } from "vitest/config";
import { markdownText } from "./scripts/build/markdown-text.ts";
import { viewPage } from "./scripts/build/view-page.ts";

// Tests compare modes of files, and have some of them read by another user. Workers inherit it.
process.umask(0o022);

export default defineConfig({
  plugins: [markdownText(), viewPage()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/unit/**/*.test.ts"],
          testTimeout: 30_000,
          // It is written a moment later, when the folder of a test may be gone. Its own tests switch it on.
          env: { MEMORY_BANK_LOG: "off" },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.e2e.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
