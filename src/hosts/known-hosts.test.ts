import { expect, it } from "vitest";
import { writing } from "../../test/helpers/builders.ts";
import { createAssessRisk } from "../policy/risk.ts";
import { HOST_CONFIG_PATHS } from "./known-hosts.ts";

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
