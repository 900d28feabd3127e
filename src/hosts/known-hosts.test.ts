import { describe, expect, it } from "vitest";
import { writing } from "../../test/helpers/builders.ts";
import { createAssessRisk } from "../policy/risk.ts";
import { HOST_CONFIG_PATHS, conversationsOn } from "./known-hosts.ts";

const assess = createAssessRisk({
  sensitive: [],
  safe: [],
  multiFile: 2,
  hostConfigs: HOST_CONFIG_PATHS,
});

it.each([
  ".opencode/plugin/quiet.ts",
  ".opencode",
  "opencode.json",
  "opencode.jsonc",
  "packages/api/.opencode/agent/x.md",
  "/home/u/.config/opencode/opencode.json",
  ".claude/settings.json",
  ".claude/hooks/pre.sh",
  "/home/u/.claude.json",
  ".codex/config.toml",
])("%s is sensitive in every host", (path) => {
  expect(assess(writing(path)).level).toBe("high");
});

it.each(["AGENTS.md", "docs/opencode.md", "src/hosts/opencode/server.ts", "claude.md"])(
  "%s is not",
  (path) => {
    expect(assess(writing(path)).level).toBe("low");
  },
);

describe("records of conversations", () => {
  const foldersOf = (env: Record<string, string>, home?: string) =>
    conversationsOn({ env, home, platform: "linux" }).map(({ folder }) => folder);

  it("are in the home", () => {
    expect(foldersOf({}, "/home/u")).toEqual([
      "/home/u/.local/share/opencode/opencode.db",
      "/home/u/.local/share/opencode/opencode.db-wal",
      "/home/u/.local/share/opencode/storage",
      "/home/u/.claude/projects",
      "/home/u/.codex/sessions",
    ]);
  });

  it("are where the host's variables say", () => {
    const env = { XDG_DATA_HOME: "/data", CLAUDE_CONFIG_DIR: "/claude", CODEX_HOME: "/codex" };
    expect(foldersOf(env)).toEqual([
      "/data/opencode/opencode.db",
      "/data/opencode/opencode.db-wal",
      "/data/opencode/storage",
      "/claude/projects",
      "/codex/sessions",
    ]);
  });

  it("are nowhere without a home", () => {
    expect(foldersOf({})).toEqual([]);
  });
});
