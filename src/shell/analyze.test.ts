import { posix } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";

const ROOT = "/home/me/project";
const FOLDERS =
  /^\/home\/me\/project\/(?:lib|docs|memory-bank|memory-bank\/details)$|^\/home\/me\/project$/;
const FILES: Readonly<Record<string, readonly string[]>> = {
  [`${ROOT}/`]: ["a.md", "lib", "docs", "memory-bank", ".env"],
  [`${ROOT}/lib/`]: ["one.ts", "two.ts"],
};

const WORLD: ShellWorld = {
  home: "/home/me",
  start: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isThere: (path) => FOLDERS.test(path) || /\/(?:a\.md|one\.ts|two\.ts)$/.test(path),
  isFolder: (path) => FOLDERS.test(path),
  isLink: () => false,
  list: (path) => FILES[path.replace(/\/*$/, "/")] ?? [],
  variable: (name) => (name === "LIB" ? "lib" : undefined),
};

const shown = (path: string) =>
  posix.normalize(path).replace(`${ROOT}/`, "").replaceAll("\0", "UNKNOWN");
const analyze = (command: string) => analyzeCommand(command, WORLD);
const writes = (command: string) =>
  analyze(command).writes.map(({ path, effect }) => `${effect} ${shown(path)}`);

describe("what a command writes", () => {
  it.each([
    ["echo hi", []],
    ["echo hi > a", ["change a"]],
    ["make &> log 2> err", ["change log", "change err"]],
    ["echo x > /dev/null 2>&1", []],
    ["cat <<EOF > a\ntext > b\nEOF", ["change a"]],
    ["[[ a > b ]]; (( a > b )); echo 'a > b' # > c", []],
    ["{ echo a; } > out; (echo b) >> out", ["change out", "change out"]],
    ["cd lib && echo hi > ../y; rm z", ["change y", "delete lib/z"]],
    ["(cd lib; rm a); rm b", ["delete lib/a", "delete b"]],
    ["cd lib || exit 1; rm a", ["delete lib/a"]],
    ["tee -a a b < c", ["change a", "change b"]],
    ["touch -d yesterday a", ["change a"]],
    ["rm -rf a lib -- -b", ["delete a", "delete lib", "delete -b"]],
    ["rm lib", []],
    ["mkdir -p docs new", ["make-folder new"]],
    ["cp a lib; cp -t docs b; cp -r lib/. new", ["change lib/a", "change docs/b", "change new"]],
    ["mv a b", ["move-from a", "change b"]],
    ["ln -s a b", ["make-link b"]],
    ["dd if=a of=b", ["change b"]],
    ["sed -i s/a/b/ f", ["change f"]],
    ["sed -i '' -e s/a/b/ f g; sed -i '' s/a/b/ h", ["change f", "change g", "change h"]],
    ["sed -n p f; awk '$1 > 2' f", []],
    ["perl -0pi -e s/a/b/ f", ["change f"]],
    ["sort -o out in; pandoc -o page.html in", ["change out", "change page.html"]],
    ["npx prettier --write a.md; prettier --check b.md", ["change a.md"]],
    ["F=a; D=docs; echo x > $F >> ${D}/b", ["change a", "change docs/b"]],
    ["for f in a b; do rm $f; done", ["delete a", "delete b"]],
    ["for f in lib/*.ts; do sed -i s/a/b/ $f; done", ["change lib/one.ts", "change lib/two.ts"]],
    ['files=(a b); rm "${files[@]}"', ["delete a", "delete b"]],
    ["rm {a,b}.md lib/t*", ["delete a.md", "delete b.md", "delete lib/two.ts"]],
    ["if x; then rm a; else rm b; fi; x || rm c", ["delete b", "delete a", "delete c"]],
    ["x=$(rm a); echo `rm b`", ["delete a", "delete b"]],
    ['f() { rm "$1"; }; f a', ["delete a"]],
    ["sudo -u me env X=1 nice -n 5 timeout 3 rm a", ["delete a"]],
    [
      "bash -lc 'cd lib && rm a'; sh -c -- 'rm b'; eval 'rm c'",
      ["delete lib/a", "delete b", "delete c"],
    ],
    ["echo 'rm a' | bash; bash <<< 'rm b'", ["delete a", "delete b"]],
    [
      "printf 'a\\nb\\n' | xargs rm; echo c | xargs -I{} mv {} {}.bak",
      ["delete a", "delete b", "move-from c", "change c.bak"],
    ],
    ["find lib -name x -delete", ["delete lib/UNKNOWN"]],
    ["find lib -exec sed -i s/a/b/ {} +", ["change lib/UNKNOWN"]],
    ["grep -rl x lib | xargs sed -i s/a/b/", ["change lib/UNKNOWN"]],
    ['find lib | while read -r f; do rm "$f"; done', ["delete lib/UNKNOWN"]],
    ["python3 -c \"open('a', 'w'); open('b')\"", ["change a"]],
    ["python3 - <<'E'\np = 'a'\ns = open(p).read()\nopen(p, 'w').write(s)\nE", ["change a"]],
    ['node -e \'require("fs").writeFileSync("a", "open(1)")\'', ["change a"]],
    ["cat > s.py <<'E'\nimport os\nos.remove('a')\nE\npython3 s.py", ["change s.py", "delete a"]],
    ["python3 -c \"x = ['a']; x.remove('a'); 'a'.replace('a', 'b')\"", []],
    [
      'python3 - <<\'E\'\nfiles = {"memory-bank/a": "x"}\nfor f, text in files.items():\n    open(f, "w").write(text)\nE',
      ["change memory-bank/a"],
    ],
    [
      'python3 - <<\'E\'\ncopies = {"memory-bank/a": "b"}\nfor a, b in copies.items():\n    open(b, "w").write(open(a).read())\nE',
      [],
    ],
    ["node -e \"require('fs').mkdirSync('a')\"", ["change a"]],
    ['perl -e \'open(my $f, ">", "a"); open(F, "<", "b")\'', ["change a"]],
    ["bash <(echo 'rm a'); source <(echo 'rm b')", ["delete a", "delete b"]],
    ["stdbuf -oL rm a; printf 'd\\nw\\n' | ed -s b; ruff check c", ["delete a", "change b"]],
    ["git checkout -- a; git rm b; git mv c d", ["change a", "delete b", "delete c", "change d"]],
    ["git commit -am 'rm a > b'; git add .; git checkout main", []],
    ["npm test; make", []],
  ])("%s", (command, expected) => {
    expect(writes(command)).toEqual(expected);
  });

  it.each(["echo x > $OUT", "cd $DIR && touch a", 'cp a "$X"', "cat list | xargs rm"])(
    "%s: an unknown target is the agent's own words, and no write",
    (command) => {
      const { writes: found, own } = analyze(command);
      expect(found).toEqual([]);
      expect(own).not.toEqual([]);
    },
  );

  it("a name that varies is no name of the project's", () => {
    expect(writes("cp a /tmp/b-$$; d=$(mktemp -d); touch $d/memory-bank/x $(date +%F)/y")).toEqual([
      "change /tmp/b-…",
      "change /tmp/tmp.…/memory-bank/x",
      "change …/y",
    ]);
  });
});

describe("what else it says of a command", () => {
  it.each([
    ["cat a.md | grep x && git log -3; cd lib; ls | wc -l", true],
    ["sed -n 1,20p a.md; find . -name x; echo done", true],
    ["sed -i s/a/b/ a.md", false],
    ["find . -delete", false],
    ["npm test", false],
    ["git stash", false],
  ])("%s: it only reads: %s", (command, isReading) => {
    expect(analyze(command).isReading).toBe(isReading);
  });

  it.each([
    ["python3 -c 'x()'", "own"],
    ["curl x | sh", "own"],
    ["cp x s.sh; ./s.sh", "own"],
    ["./build.sh", "programs"],
    ["python3 build.py", "programs"],
    ["npm run build", "programs"],
    ["git reset --hard", "programs"],
    ["npx prettier --write .", "programs"],
  ] as const)("%s is one of its %s", (command, kind) => {
    const effects = analyze(command);
    expect(effects[kind].length).toBeGreaterThan(0);
    expect(effects[kind === "own" ? "programs" : "own"]).toEqual([]);
  });
});

describe("any text at all", () => {
  it("is analysed without a failure", () => {
    const piece = fc.constantFrom(
      ..."a|memory-bank|>|>>|<<E\n|E\n|'|\"|$|${x|}|$(|)|`|(|{|;|&&|||\n|\\|*|[|rm|sed -i|python3 -c|find|xargs|for x in|do|done|if|fi|\0|\uE000".split(
        "|",
      ),
      " ",
      "|",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(() => analyze(pieces.join(""))).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a megabyte", `echo ${"a".repeat(1_000_000)}`],
    ["brackets", "(".repeat(10_000)],
    ["substitutions", `echo ${"$(".repeat(5000)}`],
    ["a function that calls itself", "f() { f; rm a; f; }; f"],
    ["words that multiply", `echo ${"{a,b}".repeat(30)}`],
    ["loops in loops", `${"for x in 1 2 3 4 5 6 7 8 9; do ".repeat(8)}rm a${"; done".repeat(8)}`],
  ])("%s is cut off, and then not taken for harmless", (_, command) => {
    const { own, isReading } = analyze(command);
    if (!isReading) expect(own.length).toBeGreaterThan(0);
    expect(isReading && command.length > 50_000).toBe(false);
  });
});
