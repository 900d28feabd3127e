import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOOLS as OPENCODE } from "../../src/hosts/opencode/tools.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/hosts/shared/host-tools.ts";
import type { ToolCall } from "../../src/types.ts";
import { OTHER_TOOLS } from "../fixtures/other-tools.ts";
import { judge } from "../helpers/judge.ts";
import { tempFolder } from "../helpers/temp-project.ts";

const root = tempFolder();
mkdirSync(join(root, "src"));
writeFileSync(join(root, "a.md"), "");
writeFileSync(join(root, "src/a.ts"), "");
const paths = createPaths({
  directory: root,
  root,
  bank: join(root, "memory-bank"),
  isCaseInsensitive: false,
});

await loadShell();

function toCall(tool: string, args: unknown, directory = root): ToolCall | undefined {
  return OPENCODE.toToolCall(tool, args, { directory, bank: { paths } });
}

function outcome(call: ToolCall | undefined): string {
  if (call === undefined) return "passes";
  const decision = judge(call);
  if (decision.kind === "refuse" && decision.rule === "guard-memory-files") return "refused";
  return call.effectCheck?.cause === "own-words" ? "compared" : "not compared";
}

describe("a tool of another plugin or MCP server", () => {
  it.each(OTHER_TOOLS)("%s %j", (tool, args, expected) => {
    expect(outcome(toCall(tool, args))).toBe(expected);
  });
});
