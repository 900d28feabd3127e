import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDecisionLog } from "../../src/io/log/decision-log.ts";
import type { LogLine } from "../../src/types.ts";
import { aRefusal } from "../helpers/builders.ts";
import { cliIn } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

function project() {
  const root = tempProject({
    "memory-bank/MEMORY.md": "# Memory\n",
    "memory-bank/details/patterns.md": "- be kind\n",
    "memory-bank/details/progress.md": "# Progress\n",
    "package.json": "{}\n",
    "state/": "",
  });
  const cli = cliIn(root, join(root, "state"), { MEMORY_BANK_GUARD_MODE: "block" });
  const run = (...args: string[]) => cli.run("explain", ...args);
  const decide = (...args: string[]) =>
    (JSON.parse(run(...args, "--json").stdout) as { decision: object }).decision;
  return { folder: cli.folder, run, decide };
}

describe("a call", () => {
  it("is judged as the host would, before anything was read", () => {
    const { decide } = project();
    expect(decide("--edit", "package.json")).toMatchObject({
      kind: "refuse",
      rule: "read-before-write",
    });
    expect(decide("--edit", "src/a.ts")).toEqual({ kind: "allow" });
    expect(decide("--edit", "memory-bank/a.txt")).toMatchObject({ rule: "guard-memory-files" });
    expect(decide("--bash", "cat package.json")).toEqual({ kind: "allow" });
    expect(decide("--bash", "rm -rf memory-bank")).toMatchObject({ rule: "guard-memory-files" });
  });

  it("is shown with each rule, what it looks at, and the message", () => {
    const { status, stdout } = project().run("--edit", "package.json", "src/a.ts");
    expect(status).toBe(0);
    expect(stdout).toBe(`Call       writes package.json (change)
           writes src/a.ts (change)
Risk       high: package.json is a sensitive file
Session    not read: memory-bank/details/patterns.md
Guard mode block

verdict  rule                      looks at                         because
pass     recover-after-compaction  recovery, risk, docs read again  not in recovery
refuse   read-before-write         guard mode, risk, reads          package.json is a sensitive file, and the project's conventions were not read in this turn
–        guard-memory-files        files of the bank                not asked any more
–        keep-user-blocks          text before and after            not asked any more
–        keep-secrets-out          text that is brought in          not asked any more
–        leave-writing-to-writer   writer mode, acting agent        not asked any more
–        ask-before-saving         what the user has agreed to      not asked any more

Decision: refuse (rule: read-before-write)

[Memory Bank] Not written: package.json is a sensitive file, and the project's conventions were not read in this turn.
Next: read({ filePath: "memory-bank/details/patterns.md" }) to its end, then repeat this call. (rule: read-before-write)
`);
  });
});

describe("the log", () => {
  const line = (session: string, turn: number, more: object = {}): LogLine => ({
    v: 2,
    at: Date.UTC(2026, 10, 15, 17, 42),
    session,
    turn,
    ...aRefusal("package.json"),
    tool: "bash",
    via: "shell",
    writes: [{ path: "package.json", effect: "change" }],
    trace: [
      { rule: "recover-after-compaction", verdict: "pass", because: "not in recovery" },
      { rule: "read-before-write", verdict: "refuse", because: "high risk" },
    ],
    ...more,
  });

  async function logged() {
    const place = project();
    const write = createDecisionLog({ folder: () => place.folder, onProblem: () => {} });
    write(line("ses_old", 1));
    write(line("ses_new", 1));
    write(line("ses_child", 1, { root: "ses_new", more: 3 }));
    write({ v: 2, at: 0, session: "ses_new", turn: 2, kind: "turn" });
    return place;
  }

  it("gives the last decisions of the latest session, its subagents' included", async () => {
    const { run } = await logged();
    const sessions = (...args: string[]) =>
      (JSON.parse(run(...args, "--json").stdout) as LogLine[]).map(({ session }) => session);
    expect(sessions("--last")).toEqual(["ses_new", "ses_child"]);
    expect(sessions("--last", "1")).toEqual(["ses_child"]);
  });

  it("is shown like a call that is judged now", async () => {
    const { run, folder } = await logged();
    const { status, stdout } = run("--last", "1");
    expect(status).toBe(0);
    expect(stdout).toContain(`2026-11-15 17:42  turn 1 of ses_child (subagent)
Call   bash, shell
Writes package.json (change)
       … and 3 more
Risk   high: a sensitive file

verdict  rule `);
    expect(stdout).toContain("Decision: refuse (rule: read-before-write)");
    expect(stdout).toContain(join(folder, "decisions.jsonl"));
  });
});
