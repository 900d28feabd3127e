import { type UserConfig, defineConfig } from "tsdown";
import { claudePlugin } from "./scripts/build/claude-plugin.ts";
import { codexFiles } from "./scripts/build/codex-files.ts";
import { compactChunks } from "./scripts/build/compact-chunks.ts";
import { markdownText } from "./scripts/build/markdown-text.ts";
import { shippedSkill } from "./scripts/build/shipped-skill.ts";
import { startChunk } from "./scripts/build/start-chunk.ts";
import { viewPage } from "./scripts/build/view-page.ts";

const PLUGINS = [markdownText(), viewPage()];

const shared: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node20",
  plugins: PLUGINS,
  // Its main file hides its imports from a bundler.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  // Everything is bundled: hosts load the plugin without node_modules beside it.
  noExternal: [/.*/],
  fixedExtension: false,
  // Less to read at each start, and half the package.
  minify: true,
};

/** What OpenCode's terminal lends to its plugins. */
const OF_HOST = ["@opentui/solid", "solid-js"];

const GREETERS = ["src/hosts/claude-code/server.ts", "src/hosts/codex/server.ts"];
const CODEX_DIALECT = "src/hosts/codex/dialect.ts";

export default defineConfig([
  {
    ...shared,
    entry: { plugin: "src/hosts/opencode/plugin.ts" },
    outDir: "dist",
    dts: true,
    // The host's Bun keeps its translation of files of 50 KB and more: with white space, what it starts with is one.
    plugins: [...PLUGINS, shippedSkill(), compactChunks("server")],
    minify: { compress: true, mangle: true, codegen: false },
    // What a start does not need is loaded when it is first asked for, from beside the entry.
    outputOptions: {
      chunkFileNames: "plugin/[name].js",
      codeSplitting: {
        groups: [
          { ...startChunk("server", ["src/hosts/opencode/server.ts"]), priority: 1 },
          startChunk("hooks", ["src/hosts/opencode/hooks.ts"]),
        ],
      },
    },
  },
  {
    ...shared,
    entry: { tui: "src/hosts/opencode/tui/tui.ts" },
    outDir: "dist",
    dts: true,
    clean: false,
    // The host finds imports of its own modules by their quotes, which without white space would be backticks.
    minify: { compress: true, mangle: true, codegen: false },
    // These two are the host's own: a second copy would draw nothing.
    external: OF_HOST,
    noExternal: (id) => !OF_HOST.includes(id),
    outputOptions: { chunkFileNames: "tui/[name].js" },
  },
  {
    ...shared,
    entry: {
      "claude-code/server": "src/hosts/claude-code/server.ts",
      "codex/server": "src/hosts/codex/server.ts",
    },
    outDir: "dist",
    dts: false,
    clean: false,
    plugins: [...PLUGINS, claudePlugin("claude-code"), codexFiles("codex")],
    outputOptions: {
      // Claude Code copies its folder and nothing beside it, so what both servers need lies there.
      chunkFileNames: ({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith(CODEX_DIALECT))
          ? "codex/server/[name].js"
          : "claude-code/server/[name].js",
      codeSplitting: {
        // A server greets before the rest is there.
        groups: [
          { ...startChunk("greet", GREETERS), priority: 1 },
          startChunk("start", ["src/hosts/claude-code/dialect.ts", CODEX_DIALECT]),
        ],
      },
    },
  },
  {
    ...shared,
    entry: { cli: "src/cli/main.ts" },
    outDir: "dist",
    dts: false,
    clean: false,
    // A command is loaded when it is asked for. Without hashes, so that no build leaves files of another.
    outputOptions: { chunkFileNames: "cli/[name].js" },
  },
  {
    ...shared,
    // Git starts it once for each doc, and Node starts a script faster than a module.
    format: "cjs",
    entry: { "merge-driver": "src/cli/merge/driver.ts" },
    outDir: "dist",
    dts: false,
    clean: false,
    outputOptions: { chunkFileNames: "cli/merge-[name].cjs" },
  },
  {
    ...shared,
    entry: {
      check: "bench/check-entry.ts",
      claude: "bench/claude-entry.ts",
      demo: "demo/main.ts",
      plans: "bench/plans-entry.ts",
      secrets: "src/secrets/find-added-secrets.ts",
      sessions: "bench/sessions-entry.ts",
      shell: "bench/shell-entry.ts",
      terminal: "demo/terminal.ts",
      view: "bench/view-entry.ts",
    },
    outDir: "build",
    dts: false,
    minify: false,
  },
]);
