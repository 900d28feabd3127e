import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeptDoc } from "../../src/io/kept/kept-versions.ts";
import { keepVersions, listKept } from "../../src/io/kept/kept-versions.ts";
import { CLI, cliEnvironment, cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";
import { inTerminal, type } from "../helpers/terminal.ts";

const NOW = Date.UTC(2026, 10, 15, 17, 42, 33, 323);
const REASON = { rule: "guard-memory-files", words: "python3 -c \"open('MEMORY.md', 'w')\"" };
const OLD = "# Memory\n\n- Goal: ship\n";
const NEW = "# Memory\n\n- Goal: 发布\n- Blocked: nothing\n";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string): unknown => JSON.parse(text);

/** A project in which a change of the entry was undone: the version before it is on disk. */
function undone(...docs: readonly KeptDoc[]) {
  const root = tempProject({ "shop/memory-bank/MEMORY.md": OLD, "state/": "" });
  const project = join(root, "shop");
  const bank = join(project, "memory-bank");
  const { env, folder, run } = cliIn(project, join(root, "state"));
  const entry = { doc: "MEMORY.md", before: bytes(OLD), after: bytes(NEW) };
  const id = keepVersions(folder, docs.length > 0 ? docs : [entry], REASON, NOW);
  const place = { cwd: project, env: cliEnvironment(env) };
  return {
    root,
    bank,
    folder,
    read: (doc = "MEMORY.md") => readFileSync(join(bank, doc), "utf8"),
    run,
    id,
    restore: (...args: string[]) => run("restore", id, ...args),
    terminal: (...args: string[]) => inTerminal([process.execPath, CLI, ...args], place),
  };
}

test("restore lists what happened, both versions, and the command that brings the other one back", () => {
  const { id, run, bank, folder } = undone();
  expect(run("restore")).toEqual({
    status: 0,
    stderr: "",
    stdout: `Kept for ${bank}, newest first:

2026-11-15 17:42  ${id}  guard-memory-files
  python3 -c "open('MEMORY.md', 'w')"
  MEMORY.md  before 23 bytes (on disk)  after 44 bytes
  memory-bank restore ${id}

1 incident, 67 bytes: ${folder}
`,
  });
  expect(run("status").stdout).toContain(`Kept        1 incident, 67 bytes: ${folder}\n`);
  expect(parse(run("status", "--json").stdout)).toMatchObject({
    kept: { incidents: 1, since: "2026-11-15T17:42:33.000Z", bytes: 67, folder },
  });
});

test("restore brings back the version that is not on disk, keeps the one that is, and can be undone", () => {
  const { run, read, restore, folder } = undone();
  const { status, stdout, stderr } = restore("--yes");
  const [kept] = listKept(folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe(`MEMORY.md
  now → as it was after the change of 2026-11-15 17:42 (guard-memory-files)
  2 lines added, 1 removed (23 bytes → 44 bytes)

  - - Goal: ship
  + - Goal: 发布
  + - Blocked: nothing

Done. To undo this: memory-bank restore ${kept?.id}
`);
  expect(read()).toBe(NEW);
  expect(run("restore", kept?.id ?? "", "--yes").status).toBe(0);
  expect(read()).toBe(OLD);
});

test("restore brings all docs of an incident back, even of a bank that is gone, and another restore takes them away again", () => {
  const { id, run, read, restore, bank } = undone(
    { doc: "details/a.md", before: bytes("a"), after: undefined },
    { doc: "details/design/b.md", before: bytes("b"), after: undefined },
  );
  rmSync(bank, { recursive: true });
  const { status, stdout } = restore("--yes");
  expect(status).toBe(0);
  expect([read("details/a.md"), read("details/design/b.md")]).toEqual(["a", "b"]);
  const undo = /To undo this: memory-bank restore (k-[\w-]+)/.exec(stdout)?.[1];
  expect(run("restore", undo ?? "", "--yes").status).toBe(0);
  expect(existsSync(join(bank, "details/a.md"))).toBe(false);
  expect(restore("--which", "after", "--yes")).toMatchObject({
    status: 1,
    stderr: `memory-bank restore: there is nothing to bring back from ${id}: the docs are already so, or not in it\n`,
  });
});

test("restore asks for the version where both differ from what is there, and keeps that, too", () => {
  const { id, run, read, restore, bank, folder } = undone();
  writeFileSync(join(bank, "MEMORY.md"), "mine\n");
  expect(restore("--yes")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      `memory-bank restore: MEMORY.md has changed since ${id}: choose with ` +
      "--which before or --which after (add --dry-run to look first)\n",
  });
  expect(read()).toBe("mine\n");
  expect(restore("--which", "before", "--yes").status).toBe(0);
  expect(read()).toBe(OLD);
  expect(run("restore", listKept(folder)[0]?.id ?? "", "--yes").status).toBe(0);
  expect(read()).toBe("mine\n");
});

test.each([
  ["y\n", 0, NEW, "To undo this: memory-bank restore k-"],
  ["\n", 1, OLD, "nothing was changed"],
])(
  "restore asks on a terminal, and takes nothing but a yes for one: %j",
  async (input, code, now, said) => {
    const { id, terminal, read } = undone();
    const { status, stdout } = await type(terminal("restore", id), input);
    expect(stdout).toContain("Do this? What is there is kept. [y/N]");
    expect(stdout).toContain(said);
    expect(status).toBe(code);
    expect(read()).toBe(now);
  },
);

test("restore knows no other id, and follows no link that leads out of the bank", () => {
  const { run, restore, root, bank } = undone();
  expect(run("restore", "../../etc")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "memory-bank restore: there is no ../../etc. To see what there is: memory-bank restore\n",
  });
  writeFileSync(join(root, "private.md"), OLD);
  rmSync(join(bank, "MEMORY.md"));
  symlinkSync("../../private.md", join(bank, "MEMORY.md"));
  const { status, stderr } = restore("--which", "after", "--yes");
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^memory-bank restore: MEMORY\.md leads out of the bank, to .*private\.md/,
  );
  expect(readFileSync(join(root, "private.md"), "utf8")).toBe(OLD);
});
