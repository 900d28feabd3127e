import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
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
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Crash, crashingAt, healthyDisk } from "../../test/helpers/faulty-disk.ts";
import { textsIn } from "../../test/helpers/files-on-disk.ts";
import { gitIn } from "../../test/helpers/git.ts";
import { planOn } from "../../test/helpers/plans.ts";
import { tempProject } from "../../test/helpers/temp-project.ts";
import type { EffectCheck } from "../types.ts";
import { applyPlan, recoverBank } from "../io/plan/apply-plan.ts";
import { createEffectChecks } from "./effect-checks.ts";
import type { WatchedBank } from "./bank-account.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "memory-bank/details/design/a.md": "# A\n",
};
const INLINE: EffectCheck = { words: "node -e …", cause: "own-words", runsGit: false };
const PROGRAM: EffectCheck = { words: "make docs", cause: "program", runsGit: false };
const GIT: EffectCheck = { words: "git clean -fd", cause: "git", runsGit: true };
const READS: EffectCheck = { words: "sleep 5", cause: "reads", runsGit: false };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function open(root = tempProject(FILES), isFull = false) {
  const disk = { isFull };
  const bank = join(root, "memory-bank");
  const kept: { doc: string; before: string | undefined; after: string | undefined }[] = [];
  const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();
  const watched: WatchedBank = {
    folder: bank,
    prefix: "",
    toDoc: (path) => path,
    stateFolder: () => join(root, "state"),
    keep: (docs) => {
      if (disk.isFull) throw new Error("the disk is full");
      // As the real one does.
      if (docs.length === 0) throw new Error("there is no doc to keep");
      for (const { doc, before, after } of docs)
        kept.push({ doc, before: text(before), after: text(after) });
      return "k-1";
    },
  };
  const raw = createEffectChecks(() => [watched]);
  const finish = (key: string) => raw.finish(key);
  const look = () => raw.look();
  const checks = {
    ...raw,
    begin: (key: string, check: EffectCheck) => void raw.begin(key, "s", check, []),
    /** What it did, and nobody else. */
    finish: (key: string) => finish(key).find(({ call }) => call?.key === key)?.effect,
  };
  const path = (doc: string) => join(bank, doc);
  return {
    root,
    disk,
    bank,
    kept,
    checks,
    raw,
    finish,
    look,
    path,
    read: (doc: string) => readFileSync(path(doc), "utf8"),
    write: (doc: string, content: string) => writeFileSync(path(doc), content),
    /** A structured tool begins to write the entry. */
    startWrite: (expected?: Buffer) =>
      raw.begin("w", "s", undefined, [{ doc: "MEMORY.md", file: path("MEMORY.md"), expected }]),
  };
}

describe("a command in the agent's own words", () => {
  it("has its changes undone, and both versions are kept", async () => {
    const { checks, kept, read, write, path, bank } = open();
    checks.begin("c", INLINE);
    write("MEMORY.md", "gone\n");
    unlinkSync(path("details/patterns.md"));
    write("details/new.md", "new\n");
    const effect = checks.finish("c");
    expect(read("MEMORY.md")).toBe("# Memory\n");
    expect(read("details/patterns.md")).toBe("- be kind\n");
    expect(existsSync(path("details/new.md"))).toBe(false);
    expect(effect?.undone.toSorted()).toEqual([
      "MEMORY.md",
      "details/new.md",
      "details/patterns.md",
    ]);
    expect(effect).toMatchObject({ kept: "k-1", changed: [], problem: undefined });
    expect(kept.toSorted((a, b) => a.doc.localeCompare(b.doc))).toEqual([
      { doc: "details/new.md", before: undefined, after: "new\n" },
      { doc: "details/patterns.md", before: "- be kind\n", after: undefined },
      { doc: "MEMORY.md", before: "# Memory\n", after: "gone\n" },
    ]);
    expect(readdirSync(bank)).toEqual(["MEMORY.md", "details"]);
  });

  it("is undone whatever it did to names, folders and links", async () => {
    const { checks, path, bank, root } = open();
    const before = textsIn(bank);
    chmodSync(path("MEMORY.md"), 0o640);
    const acts: (() => void)[] = [
      () => renameSync(path("details/design"), path("moved")),
      () => rmSync(bank, { recursive: true }),
      () => renameSync(bank, join(root, "elsewhere")),
      () => {
        rmSync(path("details/design"), { recursive: true });
        writeFileSync(path("details/design"), "a file where a folder was");
      },
      () => {
        unlinkSync(path("MEMORY.md"));
        mkdirSync(path("MEMORY.md/deep"), { recursive: true });
        writeFileSync(path("MEMORY.md/deep/x.md"), "x");
      },
      () => {
        unlinkSync(path("MEMORY.md"));
        symlinkSync("/etc/hostname", path("MEMORY.md"));
      },
      () => truncateSync(path("details/patterns.md")),
      () => void execFileSync("mkfifo", [path("details/pipe.md")]),
      () => symlinkSync("..", path("details/loop")),
    ];
    for (const act of acts) {
      checks.begin("c", INLINE);
      act();
      const effect = checks.finish("c");
      expect(textsIn(bank), String(act)).toEqual(before);
      expect(readdirSync(bank), String(act)).toEqual(["MEMORY.md", "details"]);
      expect(readdirSync(path("details")), String(act)).toEqual(["design", "patterns.md"]);
      expect(statSync(path("MEMORY.md")).mode & 0o777).toBe(0o640);
      expect(effect?.changed, String(act)).toEqual([]);
    }
    expect(existsSync("/etc/hostname")).toBe(true);
  });

  it("does not touch what a structured tool wrote meanwhile, before or after it", async () => {
    const { checks, kept, read, write, startWrite } = open();
    checks.begin("c", INLINE);
    startWrite();
    write("MEMORY.md", "by the tool\n");
    checks.finish("w");
    expect(checks.finish("c")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("by the tool\n");

    checks.begin("c", INLINE);
    startWrite();
    write("MEMORY.md", "by the tool again\n");
    checks.finish("w");
    write("MEMORY.md", "by the command\n");
    expect(checks.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("by the tool again\n");
    expect(kept).toEqual([
      { doc: "MEMORY.md", before: "by the tool again\n", after: "by the command\n" },
    ]);
  });

  it("is not undone where only the tool could tell what it wrote", () => {
    const { checks, read, write, startWrite } = open();
    checks.begin("c", INLINE);
    startWrite();
    write("MEMORY.md", "by whom?\n");
    expect(checks.finish("c")).toBeUndefined();
    expect(checks.finish("w")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("by whom?\n");
  });

  it("is not blamed for what another process of ours wrote", async () => {
    const { checks, read, root, write } = open();
    const other = open(root);
    checks.begin("c", INLINE);
    other.startWrite();
    write("MEMORY.md", "by the other\n");
    other.checks.finish("w");
    expect(checks.finish("c")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("by the other\n");
    // The same bytes from before the command do not excuse it.
    write("MEMORY.md", "something else\n");
    await new Promise((resolve) => setTimeout(resolve, 5));
    checks.begin("c", INLINE);
    write("MEMORY.md", "by the other\n");
    expect(checks.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
  });

  it("is not blamed for a plan that is applied meanwhile", async () => {
    const { checks, root, bank, kept } = open();
    const plan = planOn(bank, (on) => [
      on.edit("MEMORY.md", "planned\n"),
      on.move("details/patterns.md", "details/design/patterns.md"),
      on.remove("details/design/a.md"),
    ]);
    checks.begin("c", INLINE);
    applyPlan({ root, bank }, plan, { stateFolder: () => join(root, "state") });
    expect(checks.finish("c")).toBeUndefined();
    expect(kept).toEqual([]);
    expect(Object.values(textsIn(bank)).toSorted()).toEqual(["- be kind\n", "planned\n"]);
  });

  it("is reported when it may have started our command line: the yes must be the user's", () => {
    const { checks, root, bank, kept, look } = open();
    const byHand = (text: string) => {
      const plan = planOn(bank, (on) => [on.edit("MEMORY.md", text)]);
      applyPlan({ root, bank }, plan, {
        stateFolder: () => join(root, "state"),
        by: "command-line",
      });
    };
    checks.begin("c", PROGRAM);
    byHand("by a script\n");
    expect(checks.finish("c")).toMatchObject({ undone: [], changed: ["MEMORY.md"], kept: "k-1" });
    expect(kept).toEqual([{ doc: "MEMORY.md", before: "# Memory\n", after: "by a script\n" }]);
    byHand("by the user\n");
    expect(look()).toEqual([]);
  });

  it("is not excused by what a tool wrote before somebody took it back", async () => {
    const { checks, startWrite, write, finish } = open();
    checks.begin("a", READS);
    checks.finish("a");
    startWrite();
    write("MEMORY.md", "by a tool\n");
    checks.finish("w");
    await pause(5);
    write("MEMORY.md", "# Memory\n");
    checks.begin("b", INLINE);
    await pause(5);
    write("MEMORY.md", "by a tool\n");
    expect(finish("b").map(({ effect }) => effect.undone)).toEqual([["MEMORY.md"]]);
  });

  it("is not blamed for what a plan left in a crash, and leaves it for the recovery", async () => {
    const { checks, root, bank } = open();
    const plan = planOn(bank, (on) => [
      on.create("a.md", "a\n"),
      on.edit("MEMORY.md", "planned\n"),
    ]);
    const options = { stateFolder: () => join(root, "state") };
    checks.begin("c", INLINE);
    const disk = crashingAt("/memory-bank/MEMORY.md");
    expect(() => applyPlan({ root, bank }, plan, { ...options, disk })).toThrow(Crash);
    expect(checks.finish("c")).toBeUndefined();
    checks.begin("d", INLINE);
    expect(recoverBank({ root, bank }, { ...options, disk: healthyDisk() }).kind).toBe("finished");
    expect(checks.finish("d")).toBeUndefined();
    expect(readdirSync(bank).toSorted()).toEqual(["MEMORY.md", "a.md", "details"]);
  });

  it("is left as it is when its versions cannot be kept", async () => {
    const { checks, read, write } = open(tempProject(FILES), true);
    checks.begin("c", INLINE);
    write("MEMORY.md", "changed\n");
    expect(checks.finish("c")).toMatchObject({
      undone: [],
      changed: ["MEMORY.md"],
      problem: "the disk is full",
    });
    expect(read("MEMORY.md")).toBe("changed\n");
  });

  it("keeps what git brought in, and undoes the rest", async () => {
    const { checks, read, root, bank, write, path } = open();
    const git = (...args: string[]) => gitIn(root, args);
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "one");
    git("switch", "--quiet", "--create", "other");
    write("MEMORY.md", "on the other branch\n");
    unlinkSync(path("details/design/a.md"));
    git("commit", "--quiet", "--all", "--message", "two");
    git("switch", "--quiet", "main");

    checks.begin("c", { ...INLINE, runsGit: true });
    git("switch", "--quiet", "other");
    write("details/patterns.md", "by inline code\n");
    const effect = checks.finish("c");
    expect(effect).toMatchObject({ undone: ["details/patterns.md"] });
    expect(effect?.changed.toSorted()).toEqual(["MEMORY.md", "details/design/a.md"]);
    expect(read("MEMORY.md")).toBe("on the other branch\n");
    expect(read("details/patterns.md")).toBe("- be kind\n");
    expect(existsSync(join(bank, "details/design/a.md"))).toBe(false);
  });
});

it("what a job in the background does after its call is told as nobody's work", async () => {
  const { raw, checks, read, write, look } = open();
  checks.begin("c", INLINE);
  expect(checks.finish("c")).toBeUndefined();
  write("MEMORY.md", "by the job\n");
  await pause(40);
  expect(look()).toMatchObject([{ call: undefined, effect: { undone: [], kept: "k-1" } }]);
  expect(read("MEMORY.md")).toBe("by the job\n");
  expect(raw.look()).toEqual([]);
});

describe("git on the whole tree", () => {
  const openGit = () => {
    const opened = open();
    const git = (...args: string[]) => gitIn(opened.root, args);
    git("init", "--quiet", "--initial-branch=main");
    return { ...opened, git };
  };

  it("is undone where git does not have the old version, and nothing is lost", () => {
    const { checks, git, read, kept } = openGit();
    checks.begin("c", GIT);
    git("clean", "-fdq");
    const effect = checks.finish("c");
    expect(effect?.undone.toSorted()).toEqual(
      Object.keys(FILES)
        .map((path) => path.slice(12))
        .toSorted(),
    );
    expect(read("MEMORY.md")).toBe("# Memory\n");
    expect(kept).toHaveLength(3);
  });

  it("is reported where git has it: a branch, a stash, a merge", () => {
    const { checks, git, read, write } = openGit();
    git("add", "--all");
    git("commit", "--quiet", "--message", "one");
    write("MEMORY.md", "not committed\n");
    checks.begin("c", GIT);
    git("stash", "--quiet");
    expect(checks.finish("c")).toMatchObject({ undone: [], changed: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("# Memory\n");
    write("MEMORY.md", "lost otherwise\n");
    checks.begin("d", GIT);
    git("checkout", "--quiet", ".");
    expect(checks.finish("d")).toMatchObject({ undone: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("lost otherwise\n");
  });
});

it("what one process undoes is no other one's news", () => {
  const root = tempProject(FILES);
  const [one, other] = [open(root), open(root)];
  one.checks.begin("c", INLINE);
  other.checks.begin("p", PROGRAM);
  one.write("MEMORY.md", "by the code\n");
  expect(other.raw.look()).toMatchObject([{ effect: { changed: ["MEMORY.md"] } }]);
  expect(one.checks.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
  expect(other.checks.finish("p")).toBeUndefined();
});

describe("a structured tool that fails", () => {
  it("did nothing that it was not to do: that is told as somebody else's, and both versions are kept", () => {
    const { raw, kept, write, read, startWrite } = open();
    raw.look();
    startWrite(Buffer.from("by the tool\n"));
    write("MEMORY.md", "by the user\n");
    expect(raw.finish("w", true)).toMatchObject([
      { call: undefined, effect: { changed: ["MEMORY.md"], undone: [] } },
    ]);
    expect(kept).toEqual([{ doc: "MEMORY.md", before: "# Memory\n", after: "by the user\n" }]);
    expect(read("MEMORY.md")).toBe("by the user\n");
  });

  it("explains nobody who writes it instead", () => {
    const { raw, checks, write, read, startWrite } = open();
    raw.look();
    startWrite(Buffer.from("by the tool\n"));
    raw.finish("w", true);
    checks.begin("c", INLINE);
    write("MEMORY.md", "by the tool\n");
    expect(checks.finish("c")).toMatchObject({ undone: ["MEMORY.md"] });
    expect(read("MEMORY.md")).toBe("# Memory\n");
  });

  it("is believed where it wrote all the same", () => {
    const { raw, write, startWrite } = open();
    raw.look();
    startWrite(Buffer.from("by the tool\n"));
    write("MEMORY.md", "by the tool\n");
    expect(raw.finish("w", true)).toEqual([]);
    expect(raw.look()).toEqual([]);
  });
});

describe("a program of the project", () => {
  it("is reported, and its changes stay", async () => {
    const { checks, read, write } = open();
    checks.begin("c", PROGRAM);
    write("MEMORY.md", "generated\n");
    expect(checks.finish("c")).toEqual({
      words: "make docs",
      trace: [
        {
          doc: "MEMORY.md",
          rule: "guard-memory-files",
          verdict: "report",
          because: {
            en: "a program of the project did it: it may be the user's own generator",
            zh: "由项目中的程序所为：可能是用户自己的生成器",
          },
        },
      ],
      undone: [],
      kept: "k-1",
      changed: ["MEMORY.md"],
      problem: undefined,
    });
    expect(read("MEMORY.md")).toBe("generated\n");
  });

  it("does not get away with a user block", () => {
    const { checks, read, write, path } = open();
    const doc = "# Memory\n<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
    writeFileSync(path("MEMORY.md"), doc);
    checks.begin("c", PROGRAM);
    write("MEMORY.md", doc.replace("mine", "  formatted"));
    write("details/patterns.md", "* be kind\n");
    expect(checks.finish("c")).toMatchObject({
      undone: ["MEMORY.md"],
      changed: ["details/patterns.md"],
    });
    expect(read("MEMORY.md")).toBe(doc);
  });
});

describe("commands of known readers only", () => {
  it("are no suspect: what the user saves meanwhile stays, and is told as theirs", () => {
    const { checks, finish, kept, read, write } = open();
    checks.begin("c", READS);
    write("MEMORY.md", "saved by the user\n");
    expect(finish("c")).toMatchObject([
      { call: undefined, effect: { undone: [], changed: ["MEMORY.md"], kept: "k-1" } },
    ]);
    expect(read("MEMORY.md")).toBe("saved by the user\n");
    expect(kept).toEqual([
      { doc: "MEMORY.md", before: "# Memory\n", after: "saved by the user\n" },
    ]);
  });

  it("are not blamed for what happened before them", () => {
    const { checks, raw, finish, read, write, path } = open();
    raw.look();
    write("MEMORY.md", "saved by the user\n");
    unlinkSync(path("details/design/a.md"));
    checks.begin("c", READS);
    const found = finish("c");
    expect(found).toMatchObject([{ call: undefined, effect: { words: undefined, undone: [] } }]);
    expect(found[0]?.effect.changed.toSorted()).toEqual(["MEMORY.md", "details/design/a.md"]);
    expect(read("MEMORY.md")).toBe("saved by the user\n");
  });
});

describe("what none of the agent's calls did", () => {
  it("is told once, and the older version is kept", async () => {
    const { raw, look, kept, write } = open();
    expect(raw.look()).toEqual([]);
    await pause(40);
    expect(look()).toEqual([]);
    write("details/new.md", "new\n");
    write("MEMORY.md", "saved\n");
    await pause(40);
    const found = look();
    expect(found).toMatchObject([{ call: undefined, effect: { undone: [], kept: "k-1" } }]);
    expect(found[0]?.effect.changed.toSorted()).toEqual(["MEMORY.md", "details/new.md"]);
    // What was not there has no older version.
    expect(kept).toEqual([{ doc: "MEMORY.md", before: "# Memory\n", after: "saved\n" }]);
    await pause(40);
    expect(look()).toEqual([]);
  });

  it("is not hidden by a tool's write to the same doc", () => {
    const { checks, raw, write, read, startWrite } = open();
    checks.begin("c", INLINE);
    write("MEMORY.md", "by the command\n");
    // The tool is about to begin: what it would build upon is undone.
    expect(raw.look()).toMatchObject([{ effect: { undone: ["MEMORY.md"] } }]);
    expect(read("MEMORY.md")).toBe("# Memory\n");
    startWrite();
    write("MEMORY.md", "# Memory\nby the tool\n");
    checks.finish("w");
    expect(checks.finish("c")).toBeUndefined();
    expect(read("MEMORY.md")).toBe("# Memory\nby the tool\n");
  });
});

describe("a process that was killed", () => {
  /** In the middle of a command. */
  function killed(root = tempProject(FILES)) {
    const first = open(root);
    first.checks.begin("c", INLINE);
    return first;
  }

  it("leaves what it knew, and the next one tells what changed since", () => {
    const { root, write, path, startWrite, raw } = killed();
    write("details/patterns.md", "changed behind its back\n");
    unlinkSync(path("details/design/a.md"));
    symlinkSync("nowhere", path("link.md"));
    // What a tool wrote is explained, whoever reads of it.
    startWrite();
    write("MEMORY.md", "by the tool\n");
    raw.finish("w");
    const [found, ...more] = open(root).raw.look();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ call: undefined, effect: { words: undefined, undone: [] } });
    expect(found?.effect.changed.toSorted()).toEqual([
      "details/design/a.md",
      "details/patterns.md",
      "link.md",
    ]);
    // A process that is killed before it has told it does not take it away.
    const third = open(root);
    expect(third.raw.look()).toEqual([found]);
    third.raw.close();
    expect(open(root).raw.look()).toEqual([]);
  });

  it("leaves nothing where it ends as it should", () => {
    const { root, checks, raw, write } = killed();
    checks.finish("c");
    raw.close();
    expect(readdirSync(join(root, "state"))).not.toContain("known.json");
    write("MEMORY.md", "by the user, between sessions\n");
    expect(open(root).raw.look()).toEqual([]);
  });

  it("leaves what it knew where it ends in the middle of a command, or before all is told", () => {
    const first = killed();
    first.raw.close();
    first.write("MEMORY.md", "by a command that nobody waited for\n");
    const second = killed(first.root);
    second.write("details/patterns.md", "at the very end\n");
    second.raw.close();
    const third = open(first.root);
    expect(third.raw.look()).toMatchObject([{ effect: { changed: ["details/patterns.md"] } }]);
  });

  it("is none while another one has ended that had written the same file", () => {
    const one = killed();
    const other = killed(one.root);
    other.checks.finish("c");
    other.raw.close();
    one.checks.begin("d", INLINE);
    one.write("MEMORY.md", "by a command that kills its host\n");
    expect(open(one.root).raw.look()).toMatchObject([{ effect: { changed: ["MEMORY.md"] } }]);
  });
});

describe("a bank with odd things in it", () => {
  it("does not hang or crash on a pipe, a huge file, a loop of links, or a folder that cannot be read", async () => {
    const { checks, path, write, read } = open();
    execFileSync("mkfifo", [path("pipe.md")]);
    symlinkSync(".", path("loop"));
    writeFileSync(path("huge.md"), "");
    truncateSync(path("huge.md"), 1024 ** 3);
    mkdirSync(path("closed"));
    chmodSync(path("closed"), 0o000);
    checks.begin("c", INLINE);
    write("MEMORY.md", "changed\n");
    truncateSync(path("huge.md"), 1024 ** 3 + 1);
    const effect = checks.finish("c");
    expect(effect).toMatchObject({ undone: ["MEMORY.md"], changed: ["huge.md"] });
    expect(read("MEMORY.md")).toBe("# Memory\n");
    expect(statSync(path("huge.md")).size).toBe(1024 ** 3 + 1);
    chmodSync(path("closed"), 0o755);
  });

  it("looks after nothing where there is no bank", async () => {
    const root = tempProject({ "src/a.ts": "" });
    const { checks } = open(root);
    checks.begin("c", INLINE);
    mkdirSync(join(root, "memory-bank"));
    writeFileSync(join(root, "memory-bank/MEMORY.md"), "new");
    expect(checks.finish("c")).toBeUndefined();
    expect(existsSync(join(root, "memory-bank/MEMORY.md"))).toBe(true);
  });

  it("looks after one that a program emptied, and that the agent's code fills again", () => {
    const { checks, bank, path, write } = open();
    checks.begin("m", PROGRAM);
    rmSync(bank, { recursive: true });
    expect(checks.finish("m")?.changed).toHaveLength(3);
    checks.begin("c", INLINE);
    mkdirSync(bank);
    write("MEMORY.md", "made up\n");
    expect(checks.finish("c")?.undone).toEqual(["MEMORY.md"]);
    expect(existsSync(path("MEMORY.md"))).toBe(false);
  });

  it("loses nothing that is too large to be kept: it stays, and is told", () => {
    const { checks, path } = open();
    const names = Array.from({ length: 60 }, (_, index) => `new-${index}.md`);
    checks.begin("c", INLINE);
    for (const name of names) writeFileSync(path(name), Buffer.alloc(1024 * 1024, "x"));
    const { undone = [], changed = [] } = checks.finish("c") ?? {};
    expect([...undone, ...changed].toSorted()).toEqual(names.toSorted());
    expect(changed.length).toBeGreaterThan(5);
    for (const name of names) expect(existsSync(path(name))).toBe(changed.includes(name));
  });

  it.each([
    ["a file", (place: string) => writeFileSync(place, "x")],
    ["a link", (place: string) => symlinkSync("/", place)],
  ])("is reported, and all of it kept, where %s took its place", (_, take) => {
    const { bank, checks, kept } = open();
    checks.begin("c", INLINE);
    rmSync(bank, { recursive: true });
    take(bank);
    expect(checks.finish("c")).toMatchObject({ undone: [], kept: "k-1" });
    expect(kept.map(({ doc }) => doc).toSorted()).toEqual([
      "MEMORY.md",
      "details/design/a.md",
      "details/patterns.md",
    ]);
  });

  it("says of a pipe that is gone that it is gone", () => {
    const { checks, path } = open();
    execFileSync("mkfifo", [path("pipe.md")]);
    checks.begin("c", INLINE);
    unlinkSync(path("pipe.md"));
    expect(checks.finish("c")).toMatchObject({ undone: [], changed: ["pipe.md"] });
  });
});

it("undoes any sequence of changes, byte for byte", async () => {
  const names = [
    "MEMORY.md",
    "details/patterns.md",
    "details/design/a.md",
    "details/design/b.md",
    "details",
  ];
  const name = fc.constantFrom(...names);
  const act = fc.oneof(
    fc.record({
      kind: fc.constant("write" as const),
      name,
      bytes: fc.uint8Array({ maxLength: 20 }),
    }),
    fc.record({ kind: fc.constant("remove" as const), name }),
    fc.record({ kind: fc.constant("move" as const), name, to: name }),
    fc.record({ kind: fc.constant("link" as const), name }),
  );
  const { checks, bank, path } = open();
  const before = textsIn(bank);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 6 }), async (acts) => {
      checks.begin("c", INLINE);
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
      checks.finish("c");
      expect(textsIn(bank)).toEqual(before);
      expect(readdirSync(path("details"), { recursive: true }).map(String).toSorted()).toEqual([
        "design",
        "design/a.md",
        "patterns.md",
      ]);
    }),
    { numRuns: 200 },
  );
});
