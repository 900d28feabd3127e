import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";
import { isKnown } from "./value.ts";

const isFolder = (path: string) => /^\/home\/me\/project\/(?:lib|docs|x)$/.test(path);

const WORLD: ShellWorld = {
  home: "/home/me",
  start: "/home/me/project",
  root: "/home/me/project",
  bank: "/home/me/project/memory-bank",
  isThere: isFolder,
  isFolder,
  list: () => [],
  isLink: () => false,
  realPath: (path) => path,
  read: () => undefined,
  variable: () => undefined,
  isOwnCli: () => false,
};

/** Paths of the project as they would be written there. */
function shown(path: string): string {
  return posix.normalize(path).replace(/^\/home\/me\/project\//, "");
}

function writes(command: string): string[] {
  return analyzeCommand(command, WORLD).writes.map(
    ({ path, effect }) => `${effect} ${shown(path)}`,
  );
}

function reads(command: string): string[] {
  return analyzeCommand(command, WORLD).reads.map(
    ({ path, whole }) => `${whole ? "whole" : "part"} ${shown(path)}`,
  );
}

describe("what a command reads", () => {
  it.each([
    ["cat a.md", ["whole a.md"]],
    ["cat -n ./a.md b.md", ["whole a.md", "whole b.md"]],
    ["cd docs && cat 'a b.md'", ["whole docs/a b.md"]],
    ["cd docs; cat ../a.md", ["whole a.md"]],
    ["(cd docs; cat a.md); cat b.md", ["part docs/a.md", "whole b.md"]],
    ["cat a.md; echo done", ["part a.md"]],
    ["cat a.md && cat b.md", ["whole a.md", "whole b.md"]],
    ["cat a.md || true", ["part a.md"]],
    ["cat --help a.md", ["part a.md"]],
    ["more +50 a.md", ["part +50", "part a.md"]],
    ["bat -r 1:2 a.md", ["part 1:2", "part a.md"]],
    ["command -v cat a.md", []],
    ["env --version cat a.md", []],
    ["bash -nc 'cat a.md'", []],
    ["exit 0; cat a.md", []],
    ["exit 0 || true; cat a.md", []],
    ["grep -q x y && exit; cat a.md", ["part a.md"]],
    ["exec > /dev/null; cat a.md", ["part a.md"]],
    ["exec 3> /dev/null; cat a.md >&3", ["part a.md"]],
    ["cat() { :; }; cat a.md", []],
    ["cd nowhere; cat a.md", ["whole a.md"]],
    ["false && cat a.md", []],
    ["cat a.md | head -3", ["part a.md"]],
    ["! cat a.md", ["part a.md"]],
    ["cat a.md > out", ["part a.md"]],
    ["cat a.md 2>/dev/null", ["whole a.md"]],
    ["cat a.md &", ["part a.md"]],
    ["if true; then cat a.md; fi", ["part a.md"]],
    ["{ cat a.md; }", ["whole a.md"]],
    ["{ cat a.md; } > out", ["part a.md"]],
    ["DOC=a.md; cat $DOC", ["whole a.md"]],
    ["cat $UNKNOWN", []],
    ["cat ~/a.md", ["whole /home/me/a.md"]],
    ["sudo cat a.md", ["whole a.md"]],
    ["bash -c 'cat a.md'", ["whole a.md"]],
    ["head -100 a.md", []],
    ["grep x a.md", []],
    ["echo cat a.md", []],
  ])("%s", (command, expected) => {
    expect(reads(command)).toEqual(expected);
  });
});

describe("what a command writes", () => {
  it.each([
    ["echo hi", []],
    ["echo hi > a", ["change a"]],
    ["echo hi >> a 2>&1", ["change a"]],
    ["make &> log", ["change log"]],
    ["make 2> err", ["change err"]],
    ["echo a >| b", ["change b"]],
    ["cat <<EOF > a\ntext > b\nEOF", ["change a"]],
    ["[[ a > b ]]", []],
    ["(( a > b ))", []],
    ["echo 'a > b'", []],
    ["cd x && echo hi > ../y", ["change y"]],
    ["tee -a a b < c", ["change a", "change b"]],
    ["touch -d yesterday a", ["change a"]],
    ["rm -rf a -- -b", ["delete a", "delete -b"]],
    ["mkdir -p a/b", ["make-folder a/b"]],
    ["cp a b", ["change b"]],
    ["cp a lib", ["change lib/a"]],
    ["cp a b dir", ["change dir/a", "change dir/b"]],
    ["cp x/a .", ["change a"]],
    ["cp -t dir a", ["change dir/a"]],
    ["mv a b", ["move-from a", "change b"]],
    ["ln -s a b", ["make-link b"]],
    ["dd if=a of=b", ["change b"]],
    ["sed -i s/a/b/ f", ["change f"]],
    ["sed -i.bak -e s/a/b/ f g", ["change f", "change g"]],
    ["sed -n p f", []],
    ["perl -pi -e s/a/b/ f", ["change f"]],
    ["sort -o out in", ["change out"]],
    ["curl -o page http://localhost", ["change page"]],
    ["false && cd docs; echo x > a", ["change a"]],
    ["cd nowhere; rm a", ["delete a"]],
    ["cd nowhere && rm a", []],
    ["test -d docs && cd docs; rm a", ["delete docs/a"]],
    ["if [ -d docs ]; then cd docs; fi; rm a", ["delete docs/a"]],
    ["grep -q x y && cd docs; rm a", ["delete docs/a", "delete a"]],
    ["if grep -q x y; then cd docs; fi; rm a", ["delete docs/a", "delete a"]],
    ["pushd docs; popd; rm a", ["delete a"]],
    ["perl -0pi -e s/a/b/ f", ["change f"]],
    ["env -u X rm a", ["delete a"]],
    ["nice -n 5 rm a", ["delete a"]],
    ["sudo -u root rm a", ["delete a"]],
    ["x=$(rm a)", ["delete a"]],
    ['echo "`rm a`"', ["delete a"]],
    ["curl --output page http://localhost", ["change page"]],
    ["mv a{,.bak}", ["move-from a", "change a.bak"]],
    ["npm test", []],
    ["git commit -m x", []],
  ])("%s", (command, expected) => {
    expect(writes(command)).toEqual(expected);
  });

  it.each([
    "echo x > $OUT",
    "cd $DIR && touch a",
    "cp a $X",
    "echo x > ~you/a",
    "cat list | xargs rm",
    "find . -name '*.tmp' -mtime +3 -delete",
  ])("%s: a target that cannot be told", (command) => {
    const { computed, writes: certain } = analyzeCommand(command, WORLD);
    const untold = certain.filter(({ path }) => !isKnown(path));
    expect(computed.length + untold.length).toBeGreaterThan(0);
    expect(certain.length).toBe(untold.length);
  });
});

describe("what is not shown to write", () => {
  it.each([
    "for i in {1..40}; do cat docs/$i.md; done",
    "for f in $(seq 1 40); do [ -f $f ] && wc -l < $f; done",
    'eval "$(ssh-agent -s)"',
    "$RUNNER npm test",
    "$CMD",
    "scp a.md host:docs/",
    "d=$(mktemp -u)",
    "tar -xzf a.tgz -O",
  ])("%s", (command) => {
    const { computed, writes: certain } = analyzeCommand(command, WORLD);
    expect([computed, certain]).toEqual([[], []]);
  });

  it("a long loop writes wherever its names may lead", () => {
    const [first, ...others] = writes("for i in {1..40}; do rm lib/$i.md; done").toReversed();
    expect(first).toContain("delete lib/");
    expect(isKnown(first ?? "")).toBe(false);
    expect(others.length).toBeGreaterThan(0);
  });

  it("a temporary folder is a new one each time", () => {
    const [one, two, ...links] = writes(
      "a=$(mktemp -d); b=$(mktemp -d); ln -s $PWD/lib $a/x; touch $b/x/y",
    );
    expect(one).not.toBe(two);
    expect(links.at(-1)).toMatch(/^change \/tmp\/tmp\.X+\d+\/x\/y$/);
  });
});

describe("a hook of git", () => {
  const withHooks = (hooks: readonly string[]): ShellWorld => ({
    ...WORLD,
    list: (path) => (path.endsWith("/.git/hooks") ? hooks : []),
  });

  it("is a program of the project, whatever the message of the commit says", () => {
    const { programs } = analyzeCommand("git commit -m memory-bank", withHooks(["pre-commit"]));
    expect(programs.map(({ words }) => words)).toEqual(["git commit"]);
    expect(analyzeCommand("git commit -m x", withHooks(["a.sample"])).programs).toEqual([]);
  });

  it("is the agent's own words where the same command writes it", () => {
    const command = "echo make > .git/hooks/pre-commit; git commit -m x";
    expect(analyzeCommand(command, WORLD).inline.map(({ words }) => words)).toEqual(["git commit"]);
  });
});

describe("bad input is bounded and never a crash", () => {
  it.each([
    ["unterminated quote", "echo 'abc"],
    ["nested substitutions", `echo ${"$(".repeat(10_000)}`],
    ["nested parentheses", "(".repeat(10_000)],
    ["quoted nesting", `echo ${'"$('.repeat(2500)}`],
    ["1 MB", `echo ${"a".repeat(1_000_000)}`],
    ["a null character", "cat a\0b"],
  ])("%s", (_, command) => {
    expect(() => analyzeCommand(command, WORLD)).not.toThrow();
  });

  it("any text", () => {
    const token = fc.constantFrom(
      ..."cat cd rm > >> | || && ; & ( ) { } $( ` \" ' $X ~ * a b/c \n <<EOF EOF if then fi -c bash".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(token).map((list) => list.join(" ")),
        ),
        (command) => {
          analyzeCommand(command, WORLD);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("commands of our own", () => {
  const refreshes = (command: string) => analyzeCommand(command, WORLD).refreshes;

  it.each([
    "memory-bank check --fix",
    "npx memory-bank check --fix --yes",
    "memory-bank check packages/api --yes --fix",
    "npx agent-memory-bank check --fix --json",
    "cd docs && memory-bank check --fix",
    "bash -c 'memory-bank check --fix'",
  ])("%s changes the bank", (command) => {
    expect(refreshes(command)).toContain("check");
  });

  it.each([
    "memory-bank check",
    "npx memory-bank check --json --strict",
    "memory-bank check --fix --dry-run",
    "memory-bank check --help",
    "memory-bank status --fix",
  ])("%s only reads it", (command) => {
    expect(refreshes(command)).toBeUndefined();
    expect(writes(command)).toEqual([]);
  });
});

/** The truth comes from running the command: what changed is what was announced. */
describe("agrees with what really happens", () => {
  const FILES = { "a.txt": "a\n", "b.txt": "b\n", "lib/c.txt": "c\n", "docs/d.md": "d\n" };

  function snapshot(root: string): Map<string, string> {
    const files = new Map<string, string>();
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      const path = join(root, name);
      files.set(name, statSync(path).isDirectory() ? "(folder)" : readFileSync(path, "utf8"));
    }
    return files;
  }

  it.each([
    "echo x > new.txt",
    "echo x >> a.txt",
    "cd lib && echo x > ../b.txt",
    "cd lib; cd ..; echo x > docs/e.md",
    "(cd lib && touch f); touch g",
    "cat a.txt b.txt > all.txt",
    "tee one two < a.txt > /dev/null",
    "cp a.txt lib",
    "cp a.txt b.txt lib/",
    "cp -t lib a.txt",
    "mv a.txt moved.txt",
    "mv a.txt b.txt lib",
    "rm a.txt lib/c.txt",
    "rm -r docs/d.md",
    "mkdir -p deep/er",
    "sed -i s/a/z/ a.txt",
    "sed -i -e s/a/z/ a.txt -e s/b/y/ b.txt",
    "perl -pi -e 's/b/q/' b.txt",
    "dd if=a.txt of=lib/dd.txt",
    "ln -s ../a.txt lib/link",
    "install -m 600 a.txt lib/inst.txt",
    "truncate -s 0 a.txt",
    "sort -o sorted.txt b.txt",
    "NAME=fresh; echo x > $NAME.txt",
    "bash -c 'echo x > inner.txt'",
    "env FOO=1 touch enved",
    "cat <<EOF > here.txt\nhello > nowhere\nEOF",
    "if true; then echo x > branch.txt; fi",
    "for i in 1; do echo x > loop.txt; done",
    "{ echo a; echo b; } > group.txt",
    "echo 'quoted > text'",
    "[[ a > b ]]; true",
    "grep a a.txt",
    "ls > /dev/null",
  ])("%s", (command) => {
    const root = tempProject(FILES);
    const before = snapshot(root);
    const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const after = snapshot(root);
    const names = new Set([...before.keys(), ...after.keys()]);
    const changed = [...names].filter((name) => before.get(name) !== after.get(name));

    const effects = analyzeCommand(command, {
      home: root,
      start: root,
      root,
      bank: join(root, "memory-bank"),
      isThere: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
      isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
      list: (path) => readdirSync(path),
      isLink: () => false,
      realPath: (path) => path,
      read: () => undefined,
      variable: () => undefined,
      isOwnCli: () => false,
    });
    expect(effects.computed).toEqual([]);
    const announced = new Set(effects.writes.map(({ path }) => posix.relative(root, path)));
    const inProject = [...announced].filter((path) => !path.startsWith(".."));
    expect(inProject.toSorted()).toEqual(
      changed.filter((name) => announced.has(name) || after.get(name) !== "(folder)").toSorted(),
    );
  });

  it("has a bash to ask", () => {
    expect(execFileSync("bash", ["-c", "echo $((1 + 1))"], { encoding: "utf8" })).toBe("2\n");
  });
});
