import { mkdirSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { TOOLS as OPENCODE } from "../../src/hosts/opencode/tools.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/runtime/load-shell.ts";
import type { ToolCall } from "../../src/types.ts";
import { OTHER_TOOLS, SERVERS } from "../fixtures/other-tools.ts";
import { tempFolder } from "../helpers/temp-project.ts";

const root = tempFolder();
mkdirSync(`${root}/src`);
const bank = `${root}/memory-bank`;
const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
const around = {
  paths: () => paths,
  directory: root,
  root,
  isPosix: () => true,
  servers: () => SERVERS,
};

await loadShell();

function describe(call: ToolCall | undefined): string {
  if (call === undefined) return "looks";
  const writes = call.writes.map(({ effect, target }) => `${effect} ${target.path}`);
  const unknown = call.unknownWrite === undefined ? [] : ["changes what cannot be told"];
  const cause = call.effectCheck === undefined ? "" : `[${call.effectCheck.cause}]`;
  return `${[...writes, ...unknown].join(", ")} ${cause}`.trim();
}

it.each(OTHER_TOOLS)("%s %j", (tool, args, expected) => {
  expect(describe(OPENCODE.toToolCall(tool, args, around))).toBe(expected);
});

const KEYS = [
  "path",
  "file",
  "command",
  "args",
  "cwd",
  "code",
  "keys",
  "content",
  "newName",
  "tool",
  "arguments",
];
const VALUES = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("memory-bank", "rm -rf memory-bank", "\0", "../memory-bank/x", "file://x", "~/x"),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.anything({ maxDepth: 2 }),
);
const TOOLS = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "run_x",
    "write_x",
    "tmux",
    "get_x",
    "pty_write",
    "rename_x",
    "edit",
    "read",
    "x",
  ),
);

it("no arguments make it throw, and what is not known to look is compared", () => {
  fc.assert(
    fc.property(TOOLS, fc.dictionary(fc.constantFrom(...KEYS), VALUES), (tool, args) => {
      const call = OPENCODE.toToolCall(tool, args, around);
      if (tool === "x" || tool === "run_x" || tool === "tmux") {
        expect(call?.effectCheck).toBeDefined();
      }
    }),
    { numRuns: 2000 },
  );
});
