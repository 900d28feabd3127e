import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Crash, HEALTHY, crashingAt, onDisk } from "../../test/helpers/faulty-disk.ts";
import { textsIn } from "../../test/helpers/files-on-disk.ts";
import { gitIn } from "../../test/helpers/git.ts";
import { planOn } from "../../test/helpers/plans.ts";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { createPaths } from "../io/disk/paths.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { type Which, listKept, readKept } from "../io/kept/kept-versions.ts";
import { applyPlan, recoverBank } from "../io/plan/apply-plan.ts";
import type { EffectCheck } from "../types.ts";
import { type Running, createEffectChecks } from "./effect-checks.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "memory-bank/details/design/a.md": "# A\n",
};
const INLINE: EffectCheck = { words: "node -e …", cause: "own-words", runsGit: false };
const PROGRAM: EffectCheck = { words: "make docs", cause: "program", runsGit: false };
const GIT: EffectCheck = { words: "git clean -fd", cause: "git", runsGit: true };
const READS: EffectCheck = { words: "sleep 5", cause: "reads", runsGit: false };

function open(root = tempProject(FILES)) {
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const bank = join(root, "memory-bank");
  const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
  const calls = new Map<string, Running>();
  const checks = createEffectChecks(
    () => paths,
    () => [...calls.values()],
  );
  const start = (key: string, call: Running) => {
    const found = checks.begin(call);
    calls.set(key, call);
    return found;
  };
  const end = (key: string, hasFailed = false) => {
    const call = calls.get(key);
    const found = call === undefined ? [] : checks.finish(call, hasFailed);
    calls.delete(key);
    return { found, effect: found.find((each) => each.call === call)?.effect };
  };
  const path = (doc: string) => join(bank, doc);
  const state = stateFolderOf(bank);
  return {
    root,
    bank,
    state,
    checks,
    path,
    read: (doc: string) => readFileSync(path(doc), "utf8"),
    write: (doc: string, content: string) => writeFileSync(path(doc), content),
    begin: (key: string, check: EffectCheck) => void start(key, { session: "s", check, docs: [] }),
    /** What it did, and nobody else. */
    finish: (key: string) => end(key).effect,
    end: (key: string, hasFailed = false) => end(key, hasFailed).found,
    /** A structured tool begins to write the entry. */
    startWrite: (expected?: Buffer) =>
      start("w", {
        session: "s",
        check: undefined,
        docs: [{ file: path("MEMORY.md"), expected }],
      }),
    /** What is kept aside: doc, before, after. */
    kept: () =>
      listKept(state)
        .flatMap((incident) =>
          incident.docs.map(({ doc }) => {
            const text = (which: Which) =>
              Buffer.from(readKept(state, incident, doc, which) ?? "none").toString();
            return `${doc}: ${text("before")} > ${text("after")}`.replaceAll("\n", "");
          }),
        )
        .toSorted(),
  };
}

describe("a command in the agent's own words", () => {
  it("has its changes undone, and both versions are kept", () => {
    const { begin, finish, kept, read, write, path, bank } = open();
    begin("c", INLINE);
    write("MEMORY.md", "gone\n");
    unlinkSync(path("details/patterns.md"));
    write("details/new.md", "new\n");
    const effect = finish("c");
    expect(read("MEMORY.md")).toBe("# Memory\n");
    expect(read("details/patterns.md")).toBe("- be kind\n");
    expect(effect?.undone.toSorted()).toEqual([
      "MEMORY.md",
      "details/new.md",
      "details/patterns.md",
    ]);
    expect(effect).toMatchObject({ changed: [], problem: undefined });
    expect(effect?.kept).toMatch(/^k-/);
    expect(kept()).toEqual([
      "MEMORY.md: # Memory > gone",
      "details/new.md: none > new",
      "details/patterns.md: - be kind > none",
    ]);
    expect(readdirSync(bank)).toEqual(["MEMORY.md", "details"]);
  });

  const ACTS: readonly ((bank: string) => void)[] = [
    (bank) => rmSync(bank, { recursive: true }),
    (bank) => renameSync(bank, `${bank}-elsewhere`),
    (bank) => {
      unlinkSync(join(bank, "MEMORY.md"));
      mkdirSync(join(bank, "MEMORY.md/deep"), { recursive: true });
      writeFileSync(join(bank, "MEMORY.md/deep/x.md"), "x");
    },
    (bank) => {
      unlinkSync(join(bank, "MEMORY.md"));
      symlinkSync("/etc/hostname", join(bank, "MEMORY.md"));
    },
    (bank) => void execFileSync("mkfifo", [join(bank, "details/pipe.md")]),
    (bank) => symlinkSync("..", join(bank, "details/loop")),
  ];
  it.each(ACTS)("is undone whatever it did to names, folders and links (%#)", (act) => {
    const { begin, finish, path, bank } = open();
    const before = textsIn(bank);
    chmodSync(path("MEMORY.md"), 0o640);
    begin("c", INLINE);
    act(bank);
    expect(finish("c")?.changed).toEqual([]);
    expect(textsIn(bank)).toEqual(before);
    expect(readdirSync(bank)).toEqual(["MEMORY.md", "details"]);
    expect(readdirSync(path("details"))).toEqual(["design", "patterns.md"]);
    expect(statSync(path("MEMORY.md")).mode & 0o777).toBe(0o640);
  });

  it("does not touch what a structured tool wrote meanwhile, before or after it", () => {
    const { begin, finish, kept, read, write, startWrite } = open();
    begin("c", INLINE);
    startWrite();
    write("MEMORY.md", "by the tool\n");
    finish("w");
    expect(finish("c")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("by the tool\n");

    begin("c", INLINE);
    startWrite();
    write("MEMORY.md", "by the tool again\n");
    finish("w");
    write("MEMORY.md", "by the command\n");
    expect(finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("by the tool again\n");
    expect(kept()).toEqual(["MEMORY.md: by the tool again > by the command"]);
  });

  it("is not blamed for what another process of ours wrote, once", () => {
    const one = open();
    const other = open(one.root);
    one.begin("c", INLINE);
    other.checks.look();
    other.startWrite();
    one.write("MEMORY.md", "by the other\n");
    other.finish("w");
    expect(one.finish("c")).toBeUndefined();
    one.write("MEMORY.md", "something else\n");
    one.begin("c", INLINE);
    one.write("MEMORY.md", "by the other\n");
    expect(one.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
  });

  it("is not blamed for a plan that is applied meanwhile, or crashes and is finished later", () => {
    const { begin, finish, root, bank, kept } = open();
    const plan = planOn(bank, (on) => [
      on.create("a.md", "a\n"),
      on.edit("MEMORY.md", "planned\n"),
      on.move("details/patterns.md", "details/design/patterns.md"),
      on.remove("details/design/a.md"),
    ]);
    begin("c", INLINE);
    const crash = crashingAt("/memory-bank/MEMORY.md");
    expect(() => onDisk(crash, () => applyPlan({ root, bank }, plan))).toThrow(Crash);
    expect(finish("c")).toBeUndefined();
    begin("d", INLINE);
    expect(onDisk(HEALTHY, () => recoverBank({ root, bank }))).toMatchObject([
      { kind: "finished" },
    ]);
    expect(finish("d")).toBeUndefined();
    expect(kept()).toEqual([]);
    expect(Object.values(textsIn(bank)).toSorted()).toEqual(["- be kind\n", "a\n", "planned\n"]);
  });

  it("is left as it is when its versions cannot be kept", () => {
    const { begin, finish, read, write, state } = open();
    begin("c", INLINE);
    write("MEMORY.md", "changed\n");
    writeFileSync(join(state, "kept"), "in the way");
    expect(finish("c")).toMatchObject({
      undone: [],
      changed: ["MEMORY.md"],
      problem: expect.stringContaining("cannot use"),
    });
    expect(read("MEMORY.md")).toBe("changed\n");
  });
});

it("what a job in the background does after its call is told as nobody's work", async () => {
  const { begin, finish, read, write, checks } = open();
  begin("c", INLINE);
  expect(finish("c")).toBeUndefined();
  write("MEMORY.md", "by the job\n");
  await pause(40);
  expect(checks.look()).toMatchObject([
    { call: undefined, effect: { undone: [], changed: ["MEMORY.md"] } },
  ]);
  expect(read("MEMORY.md")).toBe("by the job\n");
  expect(checks.look()).toEqual([]);
});

describe("git on the whole tree", () => {
  const openGit = (isCommitted: boolean) => {
    const opened = open();
    const git = (...args: string[]) => gitIn(opened.root, args);
    git("init", "--quiet", "--initial-branch=main");
    if (isCommitted) {
      git("add", "--all");
      git("commit", "--quiet", "--message", "one");
    }
    return { ...opened, git };
  };

  it("is undone where git does not have the old version, and nothing is lost", () => {
    const { begin, finish, git, bank, kept } = openGit(false);
    const before = textsIn(bank);
    begin("c", GIT);
    git("clean", "-fdq");
    expect(finish("c")?.undone).toHaveLength(3);
    expect(textsIn(bank)).toEqual(before);
    expect(kept()).toHaveLength(3);
  });

  it("is reported where git has it: a branch, a stash, a merge", () => {
    const { begin, finish, git, read, write } = openGit(true);
    write("MEMORY.md", "not committed\n");
    begin("c", GIT);
    git("stash", "--quiet");
    expect(finish("c")).toMatchObject({ undone: [], changed: ["MEMORY.md"] });
    write("MEMORY.md", "lost otherwise\n");
    begin("d", GIT);
    git("checkout", "--quiet", ".");
    expect(finish("d")).toMatchObject({ undone: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("lost otherwise\n");
  });
});

it("what one process undoes is no other one's news", () => {
  const one = open();
  const other = open(one.root);
  one.begin("c", INLINE);
  other.begin("p", PROGRAM);
  one.write("MEMORY.md", "by the code\n");
  expect(other.checks.look()).toMatchObject([{ effect: { changed: ["MEMORY.md"] } }]);
  expect(one.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
  expect(other.finish("p")).toBeUndefined();
});

describe("a structured tool that fails", () => {
  it("is not taken for who wrote something else: that is told as somebody's", () => {
    const { end, checks, kept, write, read, startWrite } = open();
    checks.look();
    startWrite(Buffer.from("by the tool\n"));
    write("MEMORY.md", "by the user\n");
    expect(end("w", true)).toMatchObject([
      { call: undefined, effect: { changed: ["MEMORY.md"], undone: [] } },
    ]);
    expect(kept()).toEqual(["MEMORY.md: # Memory > by the user"]);
    expect(read("MEMORY.md")).toBe("by the user\n");
  });

  it("is believed where it wrote all the same", () => {
    const { end, checks, write, startWrite } = open();
    checks.look();
    startWrite(Buffer.from("by the tool\n"));
    write("MEMORY.md", "by the tool\n");
    expect(end("w", true)).toEqual([]);
    expect(checks.look()).toEqual([]);
  });
});

it("a program of the project is reported, and does not get away with a user block", () => {
  const { begin, finish, read, write } = open();
  const doc = "# Memory\n<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
  write("MEMORY.md", doc);
  begin("c", PROGRAM);
  write("MEMORY.md", doc.replace("mine", "  formatted"));
  write("details/patterns.md", "* be kind\n");
  expect(finish("c")).toMatchObject({
    words: "make docs",
    undone: ["MEMORY.md"],
    changed: ["details/patterns.md"],
  });
  expect(read("MEMORY.md")).toBe(doc);
});

it("what the user saves before or while readers run is told as theirs, once", () => {
  const { end, begin, checks, kept, read, write, path } = open();
  checks.look();
  write("MEMORY.md", "saved by the user\n");
  unlinkSync(path("details/design/a.md"));
  begin("c", READS);
  write("details/new.md", "new\n");
  const found = end("c");
  expect(found).toMatchObject([{ call: undefined, effect: { words: undefined, undone: [] } }]);
  expect(found[0]?.effect.changed.toSorted()).toEqual([
    "MEMORY.md",
    "details/design/a.md",
    "details/new.md",
  ]);
  expect(read("MEMORY.md")).toBe("saved by the user\n");
  // What was not there has no older version.
  expect(kept()).toEqual([
    "MEMORY.md: # Memory > saved by the user",
    "details/design/a.md: # A > none",
  ]);
  expect(checks.look()).toEqual([]);
});

describe("a process that was killed", () => {
  /** In the middle of a command. */
  function killed(root = tempProject(FILES)) {
    const first = open(root);
    first.begin("c", INLINE);
    return first;
  }

  it("leaves what it knew, and the next one tells what changed since", () => {
    const { end, root, write, path, startWrite } = killed();
    // What a tool wrote is explained, whoever reads of it.
    startWrite();
    write("MEMORY.md", "by the tool\n");
    end("w");
    write("details/patterns.md", "changed behind its back\n");
    unlinkSync(path("details/design/a.md"));
    symlinkSync("nowhere", path("link.md"));
    const [found, ...more] = open(root).checks.look();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ call: undefined, effect: { words: undefined, undone: [] } });
    expect(found?.effect.changed.toSorted()).toEqual([
      "details/design/a.md",
      "details/patterns.md",
      "link.md",
    ]);
    // A process that is killed before it has told it does not take it away.
    const third = open(root);
    expect(third.checks.look()).toEqual([found]);
    third.checks.close();
    expect(open(root).checks.look()).toEqual([]);
  });

  it("writes down what it knows once, as long as nothing changes", () => {
    const { begin, finish, state } = killed();
    const file = join(state, "known.json");
    const { ino } = statSync(file);
    finish("c");
    begin("c", PROGRAM);
    finish("c");
    expect(statSync(file).ino).toBe(ino);
  });

  it("leaves nothing where it ends as it should", () => {
    const { root, finish, checks, write, state } = killed();
    finish("c");
    checks.close();
    expect(readdirSync(state)).not.toContain("known.json");
    write("MEMORY.md", "by the user, between sessions\n");
    expect(open(root).checks.look()).toEqual([]);
  });

  it("leaves what it knew where it ends in the middle of a command, or before all is told", () => {
    const first = killed();
    first.checks.close();
    first.write("MEMORY.md", "by a command that nobody waited for\n");
    const second = killed(first.root);
    second.write("details/patterns.md", "at the very end\n");
    second.checks.close();
    const third = open(first.root);
    expect(third.checks.look()).toMatchObject([{ effect: { changed: ["details/patterns.md"] } }]);
  });
});

describe("a bank with odd things in it", () => {
  it("is compared all the same: a pipe, a huge file, a loop of links, a closed folder", () => {
    const { begin, finish, path, write, read } = open();
    execFileSync("mkfifo", [path("pipe.md")]);
    symlinkSync(".", path("loop"));
    writeFileSync(path("huge.md"), "");
    truncateSync(path("huge.md"), 1024 ** 3);
    mkdirSync(path("closed"));
    chmodSync(path("closed"), 0o000);
    begin("c", INLINE);
    write("MEMORY.md", "changed\n");
    truncateSync(path("huge.md"), 1024 ** 3 + 1);
    unlinkSync(path("pipe.md"));
    const effect = finish("c");
    expect(effect?.undone).toEqual(["MEMORY.md"]);
    expect(effect?.changed.toSorted()).toEqual(["huge.md", "pipe.md"]);
    expect(read("MEMORY.md")).toBe("# Memory\n");
    chmodSync(path("closed"), 0o755);
  });

  it("is no bank yet where there was none", () => {
    const root = tempProject({ "src/a.ts": "" });
    const { begin, finish, read, write, bank } = open(root);
    begin("c", INLINE);
    mkdirSync(bank);
    write("MEMORY.md", "new");
    expect(finish("c")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("new");
  });

  it.each([
    ["a file", (place: string) => writeFileSync(place, "x")],
    ["a link", (place: string) => symlinkSync("/", place)],
  ])("is reported where %s took its place", (_, take) => {
    const { bank, begin, finish } = open();
    begin("c", INLINE);
    rmSync(bank, { recursive: true });
    take(bank);
    expect(finish("c")).toMatchObject({ undone: [], changed: { length: 3 } });
  });
});

it("puts a doc back although a folder with nothing but folders took its place", () => {
  const { begin, finish, read, path } = open();
  begin("c", INLINE);
  rmSync(path("MEMORY.md"));
  mkdirSync(path("MEMORY.md/empty/inner"), { recursive: true });
  finish("c");
  expect(read("MEMORY.md")).toBe("# Memory\n");
});

it("undoes any sequence of changes, byte for byte", () => {
  const name = fc.constantFrom(
    "MEMORY.md",
    "details/patterns.md",
    "details/design/a.md",
    "details/design/b.md",
    "details",
  );
  const act = fc.record({
    kind: fc.constantFrom("write", "remove", "move", "link"),
    name,
    to: name,
    bytes: fc.uint8Array({ maxLength: 20 }),
  });
  const { begin, finish, bank, path } = open();
  const before = textsIn(bank);
  fc.assert(
    fc.property(fc.array(act, { maxLength: 6 }), (acts) => {
      begin("c", INLINE);
      for (const step of acts) {
        try {
          if (step.kind === "write") writeFileSync(path(step.name), step.bytes);
          if (step.kind === "remove") rmSync(path(step.name), { recursive: true });
          if (step.kind === "move") renameSync(path(step.name), path(step.to));
          if (step.kind === "link") symlinkSync("MEMORY.md", path(step.name));
        } catch {
          // Not every sequence is possible.
        }
      }
      finish("c");
      expect(textsIn(bank)).toEqual(before);
      expect(readdirSync(path("details"), { recursive: true }).map(String).toSorted()).toEqual([
        "design",
        "design/a.md",
        "patterns.md",
      ]);
    }),
    { numRuns: 100 },
  );
});
