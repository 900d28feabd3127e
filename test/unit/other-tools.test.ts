import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { TOOLS as OPENCODE } from "../../src/hosts/opencode/tools.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/runtime/load-shell.ts";
import type { ToolCall } from "../../src/types.ts";
import { OTHER_TOOLS, SERVERS } from "../fixtures/other-tools.ts";
import { cpuTime } from "../helpers/cpu-time.ts";
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

const records = join(homedir(), ".local/state/memory-bank");
const guarded = createPaths({
  directory: root,
  root,
  bank,
  isCaseInsensitive: false,
  stateHomes: [records],
});

it.each([
  ["fs_write_file", { path: "~/.local/state/memory-bank/x/key", content: "x" }],
  ["create_symlink", { target: "/dev/null", path: `${records}/x/decisions.jsonl` }],
  ["git_clone", { url: "https://example.com/a.git", path: `${records}/x` }],
  ["save_state", { location: `${records}/x/key`, value: "x" }],
])("our own records are no place for a tool that acts: %s %j", (tool, args) => {
  const call = OPENCODE.toToolCall(tool, args, { ...around, paths: () => guarded });
  expect(call?.writes.map(({ target }) => target.state)).toContain("inside");
});

it.each([
  ["read_file", { path: `${records}/x/decisions.jsonl` }],
  ["clone_repository", { path: join(homedir(), ".local/state/other") }],
])("and they are read, and what is beside them is anybody's: %s %j", (tool, args) => {
  const call = OPENCODE.toToolCall(tool, args, { ...around, paths: () => guarded });
  expect(call?.writes.filter(({ target }) => target.state === "inside") ?? []).toEqual([]);
});

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
let nested: unknown = "x";
for (let depth = 0; depth < 5000; depth++) nested = [nested];
const patchOf = (files: readonly string[]) =>
  ["*** Begin Patch", ...files.map((file) => `*** Add File: ${file}\n+x`), "*** End Patch"].join(
    "\n",
  );

const LARGE: readonly (readonly [string, string, object])[] = [
  [
    "paths",
    "fs_delete_files",
    { paths: [...numbers(50_000).map((at) => `src/${at}`), "memory-bank"] },
  ],
  [
    "folders",
    "fs_write_file",
    {
      cwd: numbers(1000).map((at) => `d${at}`),
      paths: [...numbers(1000).map((at) => `p${at}`), "memory-bank/x.json"],
      content: "",
    },
  ],
  [
    "calls of calls",
    "gateway",
    {
      calls: numbers(50).map(() => ({
        tool: "gateway",
        args: {
          calls: numbers(50).map(() => ({
            tool: "write_file",
            args: { path: "memory-bank/x.json" },
          })),
        },
      })),
    },
  ],
  [
    "keys",
    "fs_write_file",
    {
      path: "memory-bank/x.json",
      ...Object.fromEntries(numbers(20_000).map((at) => [`k${at}`, `memory-bank/${at}`])),
    },
  ],
  ["lists of lists", "shell_run", { command: nested, x: nested, cmd: "rm -rf memory-bank" }],
  [
    "files of a patch",
    "apply_patch",
    { patchText: patchOf([...numbers(20_000).map((at) => `src/${at}`), "memory-bank/x.json"]) },
  ],
];

it.each(LARGE)(
  "many %s do not hold up the host, and the bank is found among them",
  (_, tool, args) => {
    const began = cpuTime();
    const call = OPENCODE.toToolCall(tool, args, around);
    expect(cpuTime() - began).toBeLessThan(1000);
    expect(call?.writes.some(({ target }) => target.doc !== undefined)).toBe(true);
  },
);

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
