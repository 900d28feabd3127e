import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { analyzeCommand } from "./analyze.ts";
import type { ShellEffects, ShellWorld } from "./effects.ts";
import { isKnown } from "./value.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

const FILES = new Map([
  ["/p/a.txt", "a\n"],
  ["/p/list.txt", "x\ny\n"],
]);
const isFolder = (path: string) => /^\/p(?:\/(?:lib|docs))?$/.test(path);

const WORLD: ShellWorld = {
  home: "/home/me",
  start: "/p",
  root: "/p",
  bank: "/p/memory-bank",
  isThere: (path) => isFolder(path) || FILES.has(path),
  isFolder,
  isLink: () => false,
  realPath: (path) => path,
  list: () => [],
  read: (path) => FILES.get(path),
  variable: () => undefined,
  isOwnCli: () => false,
};

const effectsOf = (command: string): ShellEffects => analyzeCommand(command, WORLD);

function writes(command: string): string[] {
  const paths = effectsOf(command).writes.map(({ path }) => posix.relative("/p", path));
  return [...new Set(paths)].toSorted();
}

/** Files that a command removes: the truth of what its variables hold. */
function removed(command: string): string[] {
  const names = ["a.txt", "x", "y", "z", "lib/x", "docs/x"];
  const root = tempProject({
    ...Object.fromEntries(names.map((name) => [name, `${name}\n`])),
    "a.txt": "a\n",
    "list.txt": "x\ny\n",
  });
  execFileSync("bash", ["-c", command], { cwd: root, stdio: "ignore" });
  return names.filter((name) => !existsSync(posix.join(root, name)));
}

describe("a condition that is decided runs one branch: as bash, so the analysis", () => {
  it.each([
    "if false; then rm x; else rm y; fi",
    "if [ -f a.txt ]; then rm x; else rm y; fi",
    "if [ ! -f a.txt ]; then rm x; elif [ -d lib ]; then rm y; else rm z; fi",
    "[ -d nowhere ] || rm x",
    "[ -d nowhere ] && rm x; true",
    "[[ -f a.txt && ! -d nowhere ]] && rm x",
    "test a = b || rm x",
    "[ 2 -gt 1 ] && rm x",
    "false || true && rm x",
    "true || rm y; rm x",
    "case b in a) rm x;; b) rm y;; *) rm z;; esac",
    "case abc in a*) rm x;; *) rm y;; esac",
    "case a in a) rm x;& b) rm y;; c) rm z;; esac",
    "case a in a) rm x;;& b) rm y;; *) rm z;; esac",
    "while false; do rm x; done; rm y",
    "until true; do rm x; done; rm y",
    "for f in; do rm x; done; rm y",
    "for f in x y z; do [ $f = y ] && continue; rm $f; done",
    "for f in x y z; do rm $f; [ $f = y ] && break; done",
    "f() { [ $1 = x ] && return; rm $1; }; f x; f y; true",
    "(exit 1) || rm x",
    "cd nowhere || { rm x; exit; }; rm y",
    "rm x; exit; rm y",
    "for ((i = 0; i < 2; i++)); do f=$i; done; [ $f = 1 ] && rm x",
    "i=0; while [ $i -lt 2 ]; do i=$((i + 1)); done; [ $i = 2 ] && rm x",
    "x=y; f() { local x=z; }; f; rm $x",
    "x=y; (x=z); rm $x",
    "x=y; x=z & wait; rm $x",
    "a=(x y z); rm ${a[1]}",
    "a=(x y); a[1]=z; rm ${a[1]}",
    "set -- x y z; shift; rm $1",
    "set x y; rm $2",
    "read -r a b <<< 'x y'; rm $b",
    "IFS=: read -r a b <<< 'x:y'; rm $b",
    "read -ra a <<< 'x y'; rm ${a[1]}",
    "mapfile -t a < list.txt; rm ${a[1]}",
    "mapfile -t -s 1 a < list.txt; rm ${a[0]}",
    "while read -r f; do rm $f; done < list.txt",
    "rm $(head -n 1 list.txt)",
    "rm $(tail -n 1 list.txt)",
    "rm $(head -c 1 list.txt)",
    "rm $(printf '%b' '\\x78')",
    "rm $(echo -n -e '\\x78')",
    "rm $(printf '\\u0078')",
    "rm $(basename lib/x.md .md)",
    "rm $(echo a-x | cut -d- -f2)",
    "rm $(echo u | tr u x)",
    "v='\\x78'; rm ${v@E}",
    "printf l > n; printf ib/x >> n; rm $(cat n)",
    "{ echo x; } > n; rm $(cat n)",
    "exec 3> n; echo x >&3; rm $(cat n)",
    "echo x | tee n; rm $(cat n)",
    "echo x > n; cp n m; rm $(cat m)",
    "echo 'rm x' > n; mv n m; sh m",
    "echo 'rm \"$1\"' > s; sh s x",
    "echo 'rm x' > s; chmod +x s; ./s",
    "v='a[$(rm x)0]'; : $((v))",
    "v='a[$(rm x)0]'; [[ -v $v ]]; true",
    "shopt -s lastpipe; f=x; echo y | read f; rm $f",
    "shopt -s nullglob; rm x nothing*",
    "ln -s lib l; rm l/x",
    "mkdir d && cd d && rm ../x",
  ])("%s", (command) => {
    expect(writes(command).filter((path) => /^(?:x|y|z|lib\/x|docs\/x)$/.test(path))).toEqual(
      removed(command).toSorted(),
    );
  });
});

describe("a condition that is not decided leaves all its values", () => {
  it.each([
    ["v=x; grep -q q a && v=y; rm $v", ["x", "y"]],
    ["v=x; grep -q q a || v=y; rm $v", ["x", "y"]],
    ["if grep -q q a; then v=x; else v=y; fi; rm $v", ["x", "y"]],
    ["case $(date) in a) v=x;; b) v=y;; *) v=z;; esac; rm $v", ["x", "y", "z"]],
    ["v=x; while grep -q q a; do v=y; done; rm $v", ["x", "y"]],
    ["v=$(if grep -q q a; then echo x; else echo y; fi); rm $v", ["x", "y"]],
    ["v=x; while :; do v=y; grep -q q a && break; v=z; done; rm $v", ["y", "z"]],
    ["f() { if grep -q q a; then v=x; return; fi; v=y; }; f; rm $v", ["x", "y"]],
    ["if grep -q q a; then f() { rm x; }; else f() { rm y; }; fi; f", ["x", "y"]],
    ["grep -q q a && cd lib; rm x", ["lib/x", "x"]],
    ['case abc in "a*") rm x;; *) rm y;; esac', ["x", "y"]],
    ["exec 3< list.txt; read -u 3 f; rm $f", ["x", "y"]],
    ["v=x; trap 'rm $v' EXIT; v=y", ["x", "y"]],
    // A value goes with itself: no file that no branch means.
    ["if grep -q q a; then v=x; else v=y; fi; cp $v lib/$v.bak", ["lib/x.bak", "lib/y.bak"]],
    ["if grep -q q a; then v=x; else v=y; fi; [ $v = y ] && rm $v", ["y"]],
    ["grep -q q a || exit; v=x; rm $v", ["x"]],
  ])("%s", (command, expected) => {
    expect(writes(command)).toEqual(expected);
  });

  it("past the bound the target cannot be told", () => {
    const arms = Array.from({ length: 30 }, (_, index) => `${index}) v=f${index};;`).join(" ");
    const { computed, writes: certain } = effectsOf(`case $(date) in ${arms} esac; rm $v`);
    const untold = certain.filter(({ path }) => !isKnown(path));
    expect(computed.length + untold.length).toBeGreaterThan(0);
  });

  it("a script with very many of them stays quick", () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `if grep -q ${index} a; then v=${index}; else w=${index}; fi`,
    );
    const started = cpuTime();
    effectsOf([...lines, "rm $v $w"].join("\n"));
    expect(cpuTime() - started).toBeLessThan(2000);
  });
});

describe("what is not told is no harmless target", () => {
  it.each([
    "rm $(readlink l)",
    "rm $(grep -oP 'x(?=y)' list.txt)",
    "rm $(sort -R list.txt | head -1)",
    'rm "$(ls -t | tail -1)"',
    "v='\\u'; rm ${v@P}",
    "read -r f; rm $f",
    String.raw`sed -i 's/x/\U&/' a.txt; rm $(cat a.txt)`,
    "make > n; rm $(cat n)",
    String.raw`echo x > n; make; rm $(cat n | sed 's/x*/\U&/')`,
    "rm $(xxd -r <<< 78)",
    'if grep -q q a; then echo x > n; else echo y > n; fi; rm "$(cat n)"',
    "read -r n; declare -n r=$n; v=x; rm $r",
  ])("%s", (command) => {
    const { computed, writes: all } = effectsOf(command);
    const untold = all.filter(({ path }) => !isKnown(path));
    expect(computed.length + untold.length).toBeGreaterThan(0);
  });
});

describe("what is read is what was shown", () => {
  const wholes = (command: string) => effectsOf(command).reads.filter(({ whole }) => whole).length;

  it.each([
    "cat a.txt",
    "cat a.txt 2>/dev/null",
    "cat a.txt >&2",
    "cat a.txt 2>&1",
    "/bin/cat a.txt",
  ])("%s: it was", (command) => {
    expect(wholes(command)).toBe(1);
  });

  it.each([
    "cat a.txt 2>/dev/null >&2",
    "{ cat a.txt >&2; } 2>/dev/null",
    "cat a.txt >/dev/null",
    "cat a.txt >/dev/null 2>&1",
    "cat a.txt &>/dev/null",
    "cat a.txt >&-",
    "cat a.txt | wc",
    "cat() { :; }; cat a.txt",
    "shopt -s expand_aliases; alias cat=true; cat a.txt",
    "PATH=/tmp/bin:$PATH cat a.txt",
    "export PATH=/tmp/bin; cat a.txt",
    "./cat a.txt",
    "grep -q q a && exit; cat a.txt",
    "f=a.txt; grep -q q a && f=list.txt; cat $f",
  ])("%s: it was not", (command) => {
    expect(wholes(command)).toBe(0);
  });
});
