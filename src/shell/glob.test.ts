import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";
import { isKnown } from "./value.ts";

const ROOT = "/home/me/project";
const NAMES = Array.from({ length: 5000 }, (_, index) => `file-${index}.log`);

/** A project with the given names at its root; undefined for more than can be looked at. */
function world(names: readonly string[] | undefined): ShellWorld {
  const folders = new Map<string, readonly string[] | undefined>([
    ["/home/me", ["project"]],
    [ROOT, names],
    [`${ROOT}/lib`, ["a.ts"]],
    [`${ROOT}/memory-bank`, ["MEMORY.md"]],
  ]);
  const plain = (path: string) => posix.normalize(path).replace(/\/$/, "");
  const isFolder = (path: string) => folders.has(plain(path));
  return {
    home: "/home/me",
    start: ROOT,
    root: ROOT,
    bank: `${ROOT}/memory-bank`,
    isThere: (path) =>
      isFolder(path) ||
      (folders.get(posix.dirname(plain(path)))?.includes(posix.basename(path)) ?? false),
    isFolder,
    isLink: () => false,
    realPath: (path) => path,
    list: (path) => (isFolder(path) ? folders.get(plain(path)) : []),
    read: () => undefined,
    variable: () => undefined,
    isOwnCli: () => false,
  };
}

const WORLDS = [
  ["thousands of other names", [...NAMES, "lib", "memory-bank"]],
  ["more names than are looked at", undefined],
] as const;

describe.each(WORLDS)("a glob beside %s", (_, names) => {
  const targets = (command: string) =>
    analyzeCommand(command, world(names)).writes.map(({ path }) => path);

  it.each([
    "rm -rf -- ./*",
    "rm -rf *",
    "rm -rf mem*",
    "rm -rf [[:lower:]]*",
    "rm -rf [l-n]em*[k]",
    "mv ./[l-n]* /tmp",
    "chmod -R 000 ?????y-*",
    "rm -rf ../project/*",
    "rm -rf /home/me/*/mem*",
  ])("%s: the bank is among the matches", (command) => {
    expect(targets(command).some((path) => /\/memory-bank\/?$/.test(path))).toBe(true);
  });

  it.each(["rm -f */MEMORY.md", "rm -f *y-bank/*", "rm -f ./*/*"])(
    "%s: so is what is in it",
    (command) => {
      expect(targets(command).some((path) => path.endsWith("/memory-bank/MEMORY.md"))).toBe(true);
    },
  );

  it.each(["rm -rf *.log", "rm -rf ./[!m]*"])(
    "%s: the bank is not, and the others cannot be told",
    (command) => {
      const { writes, computed } = analyzeCommand(command, world(names));
      expect(writes.filter(({ path }) => path.includes("memory-bank"))).toEqual([]);
      expect(computed.length + writes.filter(({ path }) => !isKnown(path)).length).toBeGreaterThan(
        0,
      );
    },
  );
});

it("a glob with few matches is told whole, in the order of the names", () => {
  const { writes, computed } = analyzeCommand("rm -rf *", world(["a", "memory-bank", "z"]));
  expect(writes.map(({ path }) => path)).toEqual(
    ["a", "memory-bank", "z"].map((name) => `${ROOT}/${name}`),
  );
  expect(computed).toEqual([]);
});
