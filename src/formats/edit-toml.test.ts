import * as fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { dropTables, isPath, leaveToml, putTable, readToml } from "./edit-toml.ts";

const OURS = ["mcp_servers", "memory-bank"];
const STATE = ["hooks", "state", "/home/u/.codex/hooks.json:stop:0:0"];
const ENTRIES = { command: "node", args: ["C:\\x\\server.js"], startup_timeout_sec: 30 };

const VALUES = [
  "1",
  '"a # b"',
  "'[x]'",
  '"""\n[no.table]\na = 1 \\"""\n"""',
  "'''\n[[neither]]\n''''",
  "[\n  [1, 2], # ]\n[3, 4],\n]",
  "{ a = 1, b = { c = '}' } }",
  "1979-05-27 07:32:00",
];

const line = fc.oneof(
  fc.constantFrom("", "  ", "# [x]", "\t# y = 1"),
  fc.tuple(fc.constantFrom("K", "K.b", '"K c"', "'K'"), fc.constantFrom(...VALUES)),
);
const header = fc.constantFrom("[T]", " [T.b] # why", '[T."a.b]"]', "[[L]]", "[ T . 'c' ]");

/** Configs of every form, in which each key and table is there once. */
const config = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: header })),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([parts, hasEnd, isWindows, hasMark]) => {
    const lines = parts.map((part, at) =>
      typeof part === "string"
        ? part.replace(/[TL]/, (letter) => letter + String(at))
        : `${part[0].replace("K", `k${at}`)} = ${part[1]}${at % 3 === 0 ? " # c" : ""}`,
    );
    const text = lines.join("\n") + (hasEnd && lines.length > 0 ? "\n" : "");
    return (hasMark ? "\ufeff" : "") + (isWindows ? text.replaceAll("\n", "\r\n") : text);
  });

function valueOf(text: string): Record<string, unknown> {
  return parse(text.replace(/^\ufeff/, ""));
}

function drop(text: string, ...path: readonly string[]): string {
  return dropTables(text, (table) => isPath(table.path, path));
}

it("any config gets our tables and gives them back byte for byte", () => {
  fc.assert(
    fc.property(config, (text) => {
      const put = putTable(putTable(text, OURS, ENTRIES), STATE, { trusted_hash: "sha256:1" });
      expect(valueOf(put)).toEqual({
        ...valueOf(text),
        mcp_servers: { "memory-bank": ENTRIES },
        hooks: { state: { [STATE[2] ?? ""]: { trusted_hash: "sha256:1" } } },
      });
      expect(putTable(put, OURS, ENTRIES)).toBe(put);
      expect(drop(drop(put, ...OURS), ...STATE)).toBe(text);
      expect(drop(drop(put, ...STATE), ...OURS)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

describe("a table", () => {
  it("in a file that was not there goes with the file, unless somebody wrote into it", () => {
    const made = putTable(putTable(undefined, OURS, ENTRIES), STATE, { trusted_hash: "1" });
    expect(made).toMatch(/^# Made by "memory-bank install"; .*\n\[mcp_servers\.memory-bank\]\n/);
    const rest = drop(drop(made, ...OURS), ...STATE);
    expect(leaveToml(made, rest)).toBeUndefined();
    expect(leaveToml("", "")).toBe("");
    const grown = `${made}\n[projects."/x"]\ntrust_level = "trusted"\n`;
    const left = drop(drop(grown, ...OURS), ...STATE);
    expect(leaveToml(grown, left)?.trim()).toBe('[projects."/x"]\ntrust_level = "trusted"');
  });

  it("is brought up to date where it stands, and keeps what a person has put in", () => {
    const text = `a = 1\n[mcp_servers.memory-bank] # mine\nargs = [\n  "/old", # here\n] # mine\nenabled = false\n\n[mcp_servers.memory-bank.env]\nX = "1"`;
    const put = putTable(text, OURS, ENTRIES);
    expect(put).toBe(
      `a = 1\n[mcp_servers.memory-bank] # mine\nargs = ["C:\\\\x\\\\server.js"] # mine\nenabled = false\ncommand = "node"\nstartup_timeout_sec = 30\n\n[mcp_servers.memory-bank.env]\nX = "1"`,
    );
    expect(putTable("[x]\na = 1", ["x"], { b: "c" })).toBe('[x]\na = 1\nb = "c"\n');
  });

  it("leaves its line to what comes behind it", () => {
    const text = "a = 1\n[ours]\nb = 2\n[theirs] # c\n\n# of theirs\nd = 3\n";
    expect(drop(text, "ours")).toBe("a = 1\n[theirs] # c\n\n# of theirs\nd = 3\n");
    expect(drop("a = 1\n\n[ours]\n\n# of theirs\n[theirs]\n", "ours")).toBe(
      "a = 1\n\n# of theirs\n[theirs]\n",
    );
  });
});

it.each([
  ["a = 1\nb = = 2\n", 10],
  ["\ufeffa\n", 1],
  ["[x", 2],
])("%j is broken at %i", (text, offset) => {
  const scanned = readToml(text);
  expect(scanned.kind).toBe("broken");
  if (scanned.kind === "broken") expect(Math.abs(scanned.offset - offset)).toBeLessThanOrEqual(1);
});
