import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../analyze.ts";
import type { ShellWorld } from "../effects.ts";

const ROOT = "/home/me/project";
/** Minified code, on which a backtracking engine takes minutes. */
const MINIFIED = "function a(){return b}".repeat(2800);

const WORLD: ShellWorld = {
  home: "/home/me",
  start: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isThere: () => true,
  isFolder: (path) => path === ROOT || path === `${ROOT}/.`,
  isLink: () => false,
  realPath: (path) => path,
  list: () => ["a.log", "b.ts", "memory-bank"],
  read: (path) => (path.endsWith("app.min.js") ? MINIFIED : undefined),
  variable: () => undefined,
  isOwnCli: () => false,
};

const removed = (command: string) =>
  analyzeCommand(command, WORLD).writes.map(({ path }) => path.slice(ROOT.length + 1));

describe("what grep lets through", () => {
  it.each([
    [String.raw`ls | grep -E '\.(log|tmp)$' | xargs rm`, ["a.log"]],
    ["ls | grep mem.ry-bank | xargs rm -r", ["memory-bank"]],
    ["ls | grep -iE '^MEM[A-Z]+' | xargs rm -r", ["memory-bank"]],
    ["ls | grep -v '^m' | xargs rm", ["a.log", "b.ts"]],
    ["ls | grep -F . | xargs rm", ["a.log", "b.ts"]],
    ["ls | grep -x 'a.*' | xargs rm", ["a.log"]],
  ])("%s", (command, expected) => {
    const { computed } = analyzeCommand(command, WORLD);
    expect(removed(command)).toEqual(expected);
    expect(computed).toEqual([]);
  });

  it.each([
    "ls | grep -P '^(?=mem)' | xargs rm -r",
    String.raw`ls | grep -E '(m)e\1' | xargs rm -r`,
    "ls | grep -oP 'mem.*?' | xargs rm -r",
    "ls | grep -e a -e mem | xargs rm -r",
    "ls | grep -n mem | xargs rm -r",
    'ls | grep "$unset" | xargs rm -r',
    "ls | grep -f patterns | xargs rm -r",
  ])("%s cannot be told", (command) => {
    const { computed, writes } = analyzeCommand(command, WORLD);
    expect(writes).toEqual([]);
    expect(computed.length).toBeGreaterThan(0);
  });

  it.each([
    "cat app.min.js | grep -oE 'function.*return.*throw.*;'",
    "cat app.min.js | grep -E 'function.*return.*throw.*;'",
    "cat app.min.js | grep -E '(f|fu|n)*(.*)*(.*)*x;' | xargs rm",
    "cat app.min.js | grep -v '.*.*.*.*.*=.*=.*=;'",
  ])("%s comes to an end", (command) => {
    expect(analyzeCommand(command, WORLD).writes).toEqual([]);
  });
});
