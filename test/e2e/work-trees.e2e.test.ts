/** Each linked work tree has its own bank, state and log; one page and one report can tell of all. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { gitIn } from "../helpers/git.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempFolder } from "../helpers/temp-project.ts";

const folder = tempFolder();
const main = join(folder, "main");
const linked = join(folder, "linked tree");
const env = { XDG_STATE_HOME: join(folder, "state"), MEMORY_BANK_LOG: "on" };
const run = (cwd: string, ...args: string[]) => runCli(args, { cwd, env });

beforeAll(async () => {
  mkdirSync(join(main, "memory-bank/details"), { recursive: true });
  writeFileSync(join(main, "memory-bank/MEMORY.md"), "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Tea\n");
  writeFileSync(join(main, "memory-bank/details/patterns.md"), "# Patterns\n\nPour slowly.\n");
  gitIn(main, ["init", "-q", "-b", "main"]);
  gitIn(main, ["add", "-A"]);
  gitIn(main, ["commit", "-qm", "base"]);
  gitIn(main, ["worktree", "add", "-q", linked, "-b", "other"]);
  writeFileSync(join(linked, "memory-bank/details/linked.md"), "# Only here\n");
  const before = process.env["XDG_STATE_HOME"];
  process.env["XDG_STATE_HOME"] = env.XDG_STATE_HOME;
  for (const [root, session] of [
    [main, "in-main"],
    [linked, "in-linked"],
  ] as const) {
    const host = startFakeHost(root, { guardMode: "block" });
    await host.hear(session, "change it");
    await host.call(session, "PUT package.json", "{}", () => {});
    host.runtime.close();
  }
  if (before === undefined) delete process.env["XDG_STATE_HOME"];
  else process.env["XDG_STATE_HOME"] = before;
});

interface Status {
  readonly bank: string;
  readonly docs: number;
}

test("a linked work tree has the bank that is in it", () => {
  const status = (cwd: string) => JSON.parse(run(cwd, "status", "--json").stdout) as Status;
  expect(status(main)).toMatchObject({ bank: join(main, "memory-bank"), docs: 2 });
  expect(status(linked)).toMatchObject({ bank: join(linked, "memory-bank"), docs: 3 });
  expect(status(join(linked, "memory-bank"))).toMatchObject({ bank: join(linked, "memory-bank") });
  const { banks } = JSON.parse(run(linked, "status", "--all", "--json").stdout) as {
    banks: Status[];
  };
  expect(banks.map(({ bank }) => bank)).toEqual([join(linked, "memory-bank")]);
});

test("its log is its own; report --worktrees counts all of them", () => {
  const sessions = (cwd: string, ...more: string[]) =>
    (JSON.parse(run(cwd, "report", "--json", ...more).stdout) as { sessions: number }).sessions;
  expect(sessions(main)).toBe(1);
  expect(sessions(linked)).toBe(1);
  expect(sessions(main, "--worktrees")).toBe(2);
  expect(sessions(linked, "--worktrees")).toBe(2);
});
