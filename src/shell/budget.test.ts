import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { HOSTILE_FILES, hostileCommands } from "../../test/helpers/hostile-commands.ts";
import { analyzeCommand } from "./analyze.ts";
import { newBudget } from "./budget.ts";
import type { ShellWorld } from "./effects.ts";

const ROOT = "/home/me/project";
const NAMES = [
  ...Array.from({ length: 5000 }, (_, index) => `file-${index}.log`),
  ...Object.keys(HOSTILE_FILES),
  "lib",
  "memory-bank",
];

/** A large project; counts what it is asked. */
function openWorld() {
  const asked = { count: 0, characters: 0 };
  const plain = (path: string) => posix.normalize(path).replace(/\/$/, "");
  const ask = <Answer>(answer: (path: string) => Answer) => {
    return (path: string): Answer => {
      asked.count++;
      return answer(plain(path));
    };
  };
  const isFolder = (path: string) => /^\/home\/me\/project(?:\/(?:lib|memory-bank))*$/.test(path);
  const world: ShellWorld = {
    home: "/home/me",
    start: ROOT,
    root: ROOT,
    bank: `${ROOT}/memory-bank`,
    isThere: ask((path) => isFolder(path) || /\.(?:log|txt|js)$/.test(path)),
    isFolder: ask(isFolder),
    isLink: ask(() => false),
    list: ask((path) => (path === ROOT ? NAMES : isFolder(path) ? ["a.ts", "lib"] : [])),
    read: ask((path) => {
      const text = HOSTILE_FILES[posix.relative(ROOT, path)];
      asked.characters += text?.length ?? 0;
      return text;
    }),
    realPath: (path) => path,
    isOwnCli: () => false,
    variable: () => undefined,
  };
  return { world, asked };
}

/** The least of three, in microseconds of this process. */
function cpuTimeOf(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    return process.cpuUsage(before).user;
  });
  return Math.min(...times);
}

describe("hostile commands", () => {
  const commands = [...hostileCommands(380, 11)];

  it("ask little of the machine, however much they name", () => {
    for (const { command } of commands) {
      const { world, asked } = openWorld();
      analyzeCommand(command, world);
      expect(asked.count, command.slice(0, 200)).toBeLessThan(3000);
      expect(asked.characters, command.slice(0, 200)).toBeLessThan(3_000_000);
    }
  });

  it("leave little to look at afterwards", () => {
    for (const { command } of commands) {
      const { writes, reads, computed, inline, programs } = analyzeCommand(
        command,
        openWorld().world,
      );
      const parts = [...writes, ...reads, ...computed, ...inline, ...programs];
      expect(parts.length, command.slice(0, 200)).toBeLessThan(2500);
    }
  });

  it("take no longer than a hundred times what a script of sixty lines takes", () => {
    const script = Array.from(
      { length: 60 },
      (_, n) => `if [ -f a${n} ]; then cp a${n} "b${n}" && echo $((n + 1)) >> log; fi`,
    ).join("\n");
    const { world } = openWorld();
    const usual = cpuTimeOf(() => {
      for (let round = 0; round < 10; round++) analyzeCommand(script, world);
    });
    for (const { command } of commands.slice(0, 190)) {
      const time = cpuTimeOf(() => analyzeCommand(command, world));
      expect(time / (usual / 10), command.slice(0, 200)).toBeLessThan(100);
    }
  });
});

describe("a bank of 250 docs", () => {
  const bank = `${ROOT}/memory-bank`;
  const docs = Array.from({ length: 250 }, (_, index) => `doc-${index}.md`);
  const text = `# A doc\n${"- a line of it, with a [link](other.md)\n".repeat(100)}`;
  const world: ShellWorld = {
    ...openWorld().world,
    isThere: (path) => path === bank || path.endsWith(".md"),
    isFolder: (path) => path === bank || path === ROOT,
    list: (path) => (path === bank ? docs : path === ROOT ? ["memory-bank"] : []),
    read: (path) => (path.endsWith(".md") ? text : undefined),
  };

  it.each([
    "cat memory-bank/*.md",
    "cat memory-bank/*.md | head -100",
    "cat memory-bank/*.md | while IFS= read -r line; do [[ $line == '# '* ]] && echo \"$line\"; done",
    "awk '/TODO/{print FILENAME\": \"$0}' memory-bank/*.md",
    'find memory-bank | while read -r f; do if ! grep -q BLOCK "$f"; then echo "none: $f"; fi; done',
    'for f in memory-bank/*.md; do while read -r l; do case "$l" in "# "*) echo "$l"; break;; esac; done < "$f"; done',
    'find memory-bank | sort | while IFS= read -r f; do a=$(stat -c %s "$f"); b=$(wc -l < "$f"); echo "$f $a $b"; done',
    'declare -A n; while IFS= read -r f; do n[$f]=$(wc -c < "$f"); done < <(find memory-bank); echo "${!n[@]}"',
  ])("is read without being taken for written: %s", (command) => {
    const { writes, computed, inline, programs } = analyzeCommand(command, world);
    expect([...writes, ...computed, ...inline, ...programs]).toEqual([]);
  });

  it("is not read any less closely where a command does more than show", () => {
    const command =
      'find memory-bank | while read -r f; do x=$(basename "$f"); rm "memory-bank/$x"; done';
    expect(analyzeCommand(command, world).writes.length).toBeGreaterThan(0);
  });
});

describe("past the budget", () => {
  const ENDLESS = "f() { f; f; }; f";
  const analyze = (command: string) => analyzeCommand(command, openWorld().world);

  it("the rest cannot be told, in all of its words", () => {
    const command = `${ENDLESS}; rm -rf memory-bank`;
    const { computed, isReading } = analyze(
      `for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do echo $i$j$k; done; done; done; ${command}`,
    );
    expect(computed.at(-1)?.words).toContain(command);
    expect(isReading).toBe(false);
  });

  it("what was found before holds", () => {
    const { writes, computed } = analyze(
      `rm -rf memory-bank; ${"echo $(cat lines.txt); ".repeat(100)}`,
    );
    expect(writes.map(({ path }) => path)).toEqual([`${ROOT}/memory-bank`]);
    expect(computed.length).toBeGreaterThan(0);
  });

  it("nothing counts as read whole", () => {
    expect(analyze(`cat a.md; ${"echo $(cat lines.txt); ".repeat(100)}`).reads).toEqual([]);
  });

  it.each(["$(", '"$(', "{a,", "((", "${x:-"])("thousands of %s are not even parsed", (open) => {
    const steps: number[] = [];
    const { computed } = analyzeCommand(`echo ${open.repeat(10_000)}`, openWorld().world, (count) =>
      steps.push(count),
    );
    expect(computed).toHaveLength(1);
    expect(steps).toEqual([]);
  });

  it("is one for all that a command runs", () => {
    const spend = newBudget();
    expect(() => {
      for (let step = 0; step < 1_000_000; step++) spend(1);
    }).toThrow();
  });
});
