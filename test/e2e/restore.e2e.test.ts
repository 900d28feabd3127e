import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { KeptDoc } from "../../src/io/kept/kept-versions.ts";
import { keepVersions, listKept } from "../../src/io/kept/kept-versions.ts";
import { CLI, cliEnvironment, cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { inTerminal, type } from "../helpers/terminal.ts";

const NOW = Date.UTC(2026, 10, 15, 17, 42, 33, 323);
const ID = "k-20261115-174233-000";
const REASON = { rule: "guard-memory-files", words: "python3 -c \"open('MEMORY.md', 'w')\"" };
const OLD = "# Memory\n\n- Goal: ship\n";
const NEW = "# Memory\n\n- Goal: 发布\n- Blocked: nothing\n";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A project in which a change of the entry was undone: the version before it is on disk. */
function undone(...docs: readonly KeptDoc[]) {
  const root = tempProject({ "shop/memory-bank/MEMORY.md": OLD, "state/": "" });
  const project = join(root, "shop");
  const bank = join(project, "memory-bank");
  const { env, folder, run } = cliIn(project, join(root, "state"));
  const entry = { doc: "MEMORY.md", before: bytes(OLD), after: bytes(NEW) };
  keepVersions(folder, docs.length > 0 ? docs : [entry], REASON, NOW);

  const options = {
    cwd: project,
    env: cliEnvironment(env),
    encoding: "utf8",
    timeout: 60_000,
  } as const;
  return {
    root,
    project,
    bank,
    folder,
    read: (doc: string) => readFileSync(join(bank, doc), "utf8"),
    run,
    /** The same as a line of bash. */
    shell: (line: string) => {
      const script = `memory-bank() { '${process.execPath}' '${CLI}' "$@"; }; ${line}`;
      const { status, stderr } = spawnSync("bash", ["-c", script], options);
      return { status, stderr };
    },
    /** The same on a terminal. */
    terminal: (...args: string[]) => inTerminal([process.execPath, CLI, ...args], options),
  };
}

const parse = (text: string): unknown => JSON.parse(text);

describe("memory-bank restore lists", () => {
  test("what happened, both versions, and the command that brings the other one back", () => {
    const { run, bank, folder } = undone();
    expect(run("restore")).toEqual({
      status: 0,
      stderr: "",
      stdout: `Kept aside for ${bank}, the newest first:

2026-11-15 17:42  ${ID}  guard-memory-files
  python3 -c "open('MEMORY.md', 'w')"
  MEMORY.md
    before  23 bytes   on disk now
    after   44 bytes   memory-bank restore ${ID}

1 incident, 67 bytes, in ${folder}
An incident goes after 30 days, or when there are too many.
`,
    });
  });

  test("nothing, with exit code 1, where nothing is kept", () => {
    const { run, bank, folder } = undone();
    rmSync(folder, { recursive: true });
    expect(run("restore")).toEqual({
      status: 1,
      stdout: `Nothing is kept aside for ${bank}\n`,
      stderr: "",
    });
    const { status, stdout } = run("restore", "--json");
    expect({ status, report: parse(stdout) }).toMatchObject({
      status: 1,
      report: { incidents: [] },
    });
    expect(existsSync(folder)).toBe(false);
  });
});

describe("memory-bank restore brings back", () => {
  test("the version that is not on disk, keeps the one that is, and can be undone", () => {
    const { run, read, folder } = undone();
    const { status, stdout, stderr } = run("restore", ID, "--yes");
    const [kept] = listKept(folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(`MEMORY.md
  now → as it was after the change of 2026-11-15 17:42 (guard-memory-files)
  2 lines added, 1 removed (23 bytes → 44 bytes)

  - - Goal: ship
  + - Goal: 发布
  + - Blocked: nothing

Brought back MEMORY.md (44 bytes).
To undo this: memory-bank restore ${kept?.id}
`);
    expect(read("MEMORY.md")).toBe(NEW);
    expect(kept).toMatchObject({
      rule: "restore",
      words: `memory-bank restore ${ID}`,
      docs: [{ doc: "MEMORY.md", before: { bytes: 23 }, after: { bytes: 44 } }],
    });
    expect(run("restore", kept?.id ?? "", "--yes").status).toBe(0);
    expect(read("MEMORY.md")).toBe(OLD);
  });

  test("bytes exactly, with the file's mode, and leaves nothing beside the doc", () => {
    const odd = Uint8Array.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xff, 0x00, 0x0d]);
    const { run, bank } = undone({ doc: "MEMORY.md", before: bytes(OLD), after: odd });
    chmodSync(join(bank, "MEMORY.md"), 0o640);
    const { stdout } = run("restore", ID, "--yes");
    expect(stdout).toContain("  not text: 23 bytes → 8 bytes\n");
    expect(readFileSync(join(bank, "MEMORY.md"))).toEqual(Buffer.from(odd));
    expect(statSync(join(bank, "MEMORY.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(bank)).toEqual(["MEMORY.md"]);
  });

  test("a doc that is gone, with its folders, even the whole bank", () => {
    const doc = "details/design/api.md";
    const { run, read, bank } = undone({ doc, before: bytes("# API\n"), after: undefined });
    rmSync(bank, { recursive: true });
    expect(run("restore", ID, "--yes").status).toBe(0);
    expect(read(doc)).toBe("# API\n");
  });

  test("a version that was named, where both differ from what is there", () => {
    const { run, read, bank } = undone();
    writeFileSync(join(bank, "MEMORY.md"), "mine\n");
    expect(run("restore", ID, "--yes")).toEqual({
      status: 2,
      stdout: "",
      stderr:
        `memory-bank restore: MEMORY.md has changed since ${ID}: choose with ` +
        "--which before or --which after (add --dry-run to look first)\n",
    });
    expect(read("MEMORY.md")).toBe("mine\n");
    expect(run("restore", ID, "--which", "before", "--yes").status).toBe(0);
    expect(read("MEMORY.md")).toBe(OLD);
  });
});

describe("memory-bank restore asks", () => {
  test.each([
    ["y\n", 0, NEW, "To undo this: memory-bank restore k-"],
    ["\n", 1, OLD, "nothing was changed"],
    ["yesterday\n", 1, OLD, "nothing was changed"],
  ])("on a terminal, and takes nothing but a yes for one: %j", async (input, code, now, said) => {
    const { terminal, read } = undone();
    const { status, stdout } = await type(terminal("restore", ID), input);
    expect(stdout).toContain("Do this? What is there now is kept aside. [y/N]");
    expect(stdout).toContain(said);
    expect(status).toBe(code);
    expect(read("MEMORY.md")).toBe(now);
  });

  test("nobody without a terminal: what it would do, and exit code 2", () => {
    const { run, read, folder } = undone();
    expect(run("restore", ID)).toEqual({
      status: 2,
      stdout: expect.stringContaining("2 lines added, 1 removed") as string,
      stderr:
        "memory-bank restore: cannot ask here: add --yes to do it, or --dry-run to look only\n",
    });
    expect(run("restore", ID, "--json")).toMatchObject({ status: 2 });
    expect(read("MEMORY.md")).toBe(OLD);
    expect(listKept(folder)).toHaveLength(1);
  });
});

describe("memory-bank restore changes nothing", () => {
  test("with --dry-run, and says as data what it would do and what it did", () => {
    const { run, read, folder } = undone();
    const { status, stdout } = run("restore", ID, "--dry-run");
    expect(status).toBe(0);
    expect(stdout).toContain("2 lines added, 1 removed");
    const report = {
      id: ID,
      doc: "MEMORY.md",
      which: "after",
      addedLines: 2,
      removedLines: 1,
      from: { bytes: 23 },
      to: { bytes: 44 },
    };
    const dry = run("restore", ID, "--dry-run", "--json");
    expect(parse(dry.stdout)).toMatchObject({ ...report, restored: false, keptAs: null });
    expect(read("MEMORY.md")).toBe(OLD);
    expect(listKept(folder)).toHaveLength(1);
    const done = run("restore", ID, "--yes", "--json");
    const keptAs = listKept(folder)[0]?.id;
    expect(parse(done.stdout)).toMatchObject({ ...report, restored: true, keptAs });
  });

  test("for an unknown id", () => {
    expect(undone().run("restore", "../../etc")).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "memory-bank restore: there is no ../../etc. To see what there is: memory-bank restore\n",
    });
  });

  test("outside the bank: a link that leads out is not followed", () => {
    const { run, root, bank } = undone();
    writeFileSync(join(root, "private.md"), OLD);
    rmSync(join(bank, "MEMORY.md"));
    symlinkSync("../../private.md", join(bank, "MEMORY.md"));
    const { status, stderr } = run("restore", ID, "--which", "after", "--yes");
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^memory-bank restore: MEMORY\.md leads out of the bank, to .*private\.md/,
    );
    expect(readFileSync(join(root, "private.md"), "utf8")).toBe(OLD);
  });
});

describe("memory-bank status", () => {
  test("says how much is kept, since when, and where", () => {
    const { run, folder } = undone();
    expect(run("status").stdout).toContain(
      `Kept        1 incident since 2026-11-15 17:42, 67 bytes: see memory-bank restore\n` +
        `            ${folder}\n`,
    );
    expect(parse(run("status", "--json").stdout)).toMatchObject({
      kept: { incidents: 1, since: "2026-11-15T17:42:33.000Z", bytes: 67, folder },
      problems: [],
    });
  });
});

test("restore brings all docs of an incident back, and another restore takes them away again", () => {
  const { run, read, bank } = undone(
    { doc: "details/a.md", before: bytes("a"), after: undefined },
    { doc: "details/b.md", before: bytes("b"), after: undefined },
  );
  const { status, stdout } = run("restore", ID, "--yes");
  expect(status).toBe(0);
  expect([read("details/a.md"), read("details/b.md")]).toEqual(["a", "b"]);
  const undo = /memory-bank restore (k-[\w-]+)/.exec(stdout.slice(stdout.indexOf("To undo")))?.[1];
  expect(run("restore", undo ?? "", "--yes").status).toBe(0);
  expect(existsSync(join(bank, "details/a.md"))).toBe(false);
  expect(run("restore", ID, "--which", "after", "--yes")).toMatchObject({
    status: 1,
    stderr: `memory-bank restore: there is nothing to bring back from ${ID}: the docs are already so\n`,
  });
});
