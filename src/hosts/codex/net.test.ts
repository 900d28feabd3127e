import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const NET = fileURLToPath(new URL("net.sh", import.meta.url));
const SHELLS = ["sh", "dash", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);
const DEAD = 999_999_999;
let home = "";
let project = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "memory-bank-"));
  project = join(home, "a project");
  mkdirSync(join(project, "memory-bank"), { recursive: true });
  mkdirSync(join(project, "src"));
  mkdirSync(join(home, "state", "memory-bank", "threads"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

function live(thread: string, pid: number | string): void {
  writeFileSync(join(home, "state", "memory-bank", "threads", thread), `${pid}\n`);
}

/** As the host writes it: texts are escaped, and what matters comes first. */
const inputOf = (fields: object) =>
  JSON.stringify({
    session_id: "root-1",
    turn_id: "t",
    ...fields,
    transcript_path: "/x.jsonl",
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  });

describe.each(SHELLS)("the net, run by %s", (shell) => {
  function run(input: string, env: object = {}, cwd = project) {
    const { status, stderr, stdout } = spawnSync(shell, [NET], {
      cwd,
      input,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: join(home, "state"), ...env },
      // It never waits for anything: whatever the machine does, a minute is a hang.
      timeout: 60_000,
    });
    expect(stdout).toBe("");
    // The host takes a refusal only with a reason, and a pass only without one.
    expect(stderr !== "").toBe(status === 2);
    return { status, stderr };
  }

  it("lets a call pass whose thread is judged by somebody who lives", () => {
    live("root-1", process.pid);
    expect(run(inputOf({})).status).toBe(0);
    expect(run(inputOf({}), {}, join(project, "src")).status).toBe(0);
  });

  it("refuses it where that one is dead, unknown, or nobody", () => {
    expect(run(inputOf({})).status).toBe(2);
    for (const pid of [DEAD, "", "x", "-"]) {
      live("root-1", pid);
      expect(run(inputOf({})).status).toBe(2);
    }
    const { stderr } = run(inputOf({}));
    expect(stderr).toMatch(/^\[Memory Bank\] Not run: .*\nNext: .*\(rule: guard-memory-files\)\n$/);
  });

  it("asks for the subagent's thread where there is one", () => {
    live("root-1", process.pid);
    const agent = { agent_id: "child-1", agent_type: "default" };
    expect(run(inputOf(agent)).status).toBe(2);
    live("child-1", process.pid);
    live("root-1", DEAD);
    expect(run(inputOf(agent)).status).toBe(0);
    expect(run(`{"agent_id":"child-1",${inputOf({}).slice(1)}`).status).toBe(0);
  });

  it("is not led astray by what looks like a field", () => {
    live("root-1", DEAD);
    live("other", process.pid);
    const quoted = 'x","agent_id":"other","session_id":"other';
    const input = JSON.stringify({ session_id: "root-1", cwd: quoted, tool_input: quoted });
    expect(run(input).status).toBe(2);
    live("root-1", process.pid);
    live("other", DEAD);
    expect(run(input).status).toBe(0);
  });

  it("takes an input of any length, and none", () => {
    live("root-1", process.pid);
    const command = 'é\\"\n'.repeat(250_000);
    expect(run(inputOf({}).replace('"ls"', () => JSON.stringify(command))).status).toBe(0);
    for (const input of ["", "{}", "[]", "not json", '{"session_id":7}', '{"session_id":""}'])
      expect(run(input).status).toBe(2);
  });

  it("is under nobody's calls without a bank, or where we are switched off", () => {
    const elsewhere = mkdtempSync(join(home, "elsewhere-"));
    expect(run(inputOf({}), {}, elsewhere).status).toBe(0);
    expect(run(inputOf({}), {}, "/").status).toBe(0);
    expect(run(inputOf({}), { MEMORY_BANK_DIR: "notes" }, elsewhere).status).toBe(2);
    for (const [value, status] of [
      ["1", 0],
      ["true", 0],
      ["0", 2],
      ["false", 2],
      ["", 2],
    ] as const)
      expect(run(inputOf({}), { MEMORY_BANK_DISABLED: value }).status).toBe(status);
  });
});
