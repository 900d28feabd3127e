import { expect, it } from "vitest";
import { analyzeCommand } from "../analyze.ts";
import type { ShellPrint, ShellWorld } from "../effects.ts";

const ROOT = "/home/me/project";
const WORLD: ShellWorld = {
  home: "/home/me",
  start: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isThere: (path) => path.endsWith(".md"),
  isFolder: () => false,
  isLink: () => false,
  realPath: (path) => path,
  list: () => ["a.md", "b.md"],
  read: () => undefined,
  variable: () => undefined,
  isOwnCli: () => false,
};

function shown(piece: ShellPrint): string {
  if (piece.kind === "other") return "?";
  if (piece.kind === "text") return JSON.stringify(piece.text);
  const { file, from, to, failure } = piece;
  return `${file.slice(ROOT.length + 1)} ${from}-${to === Infinity ? "" : to} ${failure}`;
}

const prints = (command: string) => analyzeCommand(command, WORLD).prints?.map(shown).join(", ");

it.each([
  ["cat a.md", "a.md 1- exit"],
  ["cat a.md; cat b.md 2>/dev/null; true", "a.md 1- words, b.md 1- silent"],
  ["cat a.md && echo -- && cat b.md", 'a.md 1- exit, "--\n", b.md 1- exit'],
  ["sed -n '2,5p;9p' a.md", "a.md 2-5 exit, a.md 9-9 exit"],
  ["sed -n '1,9p;4q' a.md", "a.md 1-4 exit"],
  ["sed '2,4d' a.md", "a.md 1-1 exit, a.md 5- exit"],
  ["nl -ba a.md | sed -n '11,20p' | head -3", "a.md 11-13 words"],
  ["cat < a.md | tail -n +4", "a.md 4- words"],
  ["head -2 a.md b.md", '"==> a.md <==\n", a.md 1-2 exit, "\n==> b.md <==\n", b.md 1-2 exit'],
  ["awk 'NR>3 && NR<9 {print NR\": \"$0}' a.md", "a.md 4-8 exit"],
  ["bat -pp a.md", "a.md 1- exit"],
  ["bat --paging=never -r 3:9 a.md", "a.md 3-9 exit"],
  ["bat --line-range :9 a.md", "a.md 1-9 exit"],
  ["bat -r 9: a.md", "a.md 9- exit"],
  ["bat -r 3:+4 a.md", "a.md 3-7 exit"],
  // Of what is no text it only says that it matches.
  ["grep -n '' a.md", "a.md 1- words"],
  ["for f in a b; do echo $f; cat $f.md; done", '"a\n", a.md 1- words, "b\n", b.md 1- words'],
  ["cat a.md || true", "a.md 1- words"],
  ["ls | head; cat a.md", "?, a.md 1- exit"],
])("%s prints %s", (command, expected) => {
  expect(prints(command)).toBe(expected.replaceAll("\n", String.raw`\n`));
});

it.each([
  "cat a.md | grep x",
  "cat a.md > out",
  "cat a.md >&2",
  "sed 's/a/b/' a.md",
  "sed -n '/x/p' a.md",
  "sed -n '2p' a.md b.md",
  "bat --diff a.md",
  "bat -r -5: a.md",
  "nl -s '\n' a.md",
  "head -c 100 a.md",
  "tail -5 a.md",
  "awk '{print $1}' a.md",
  "grep -c '' a.md",
  "./cat a.md",
  "cat missing",
  "time cat a.md",
  "make | cat a.md",
  "grep -q x y && cat a.md; true",
  "{ read -r x; cat; } < a.md",
  'cat "$unset"',
])("of %s nothing can be told", (command) => {
  expect(prints(command)).toMatch(/^\?(?:, \?)*$/);
});

it.each([
  "cat a.md &",
  "trap 'echo x' EXIT; cat a.md",
  "set -x; cat a.md",
  "exit; cat a.md",
  "alias cat=true; cat a.md",
  "PATH=/tmp cat a.md",
  "exec > out; cat a.md",
  "cat a.md | tee >(cat)",
])("%s: not even the order", (command) => {
  expect(prints(command)).toBeUndefined();
});
