import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDecisions } from "../../../src/io/log/read-decisions.ts";
import type { LogLine } from "../../../src/types.ts";
import { cliIn } from "../../helpers/run-cli.ts";
import { type Project, say, shownTo } from "../kit/index.ts";
import { FILES, PATTERNS_PATH } from "../use-host.ts";
import { MODES } from "./modes.ts";
import { patch, shell, updating } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeCodex } from "./use-codex.ts";

const bench = useBank(BLOCK);
const MEMORY = "memory-bank/MEMORY.md";
const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }`;
const setVersion = (from: string, to: string) =>
  updating("package.json", manifest(from), manifest(to));
const cliOf = (project: Project) => cliIn(project.dir, join(bench.home, ".local/state"));
/** The server ends, and writes the last of them, a moment after its host. */
const linesOf = (project: Project) =>
  readDecisions(cliOf(project).folder).filter(({ kind }) => kind !== "titled");

describeCodex.each(MODES)("afterwards, $mode", ({ args, run, put }) => {
  test("the log has what was decided, explain and report show it, and no word of a command is in it", async () => {
    const project = bench.project();
    const { session } = await bench.turn(
      project,
      "Bump the version",
      [
        put(setVersion("1.0.0", "2.0.0")),
        run(`cat ${PATTERNS_PATH}`),
        put(setVersion("1.0.0", "2.0.0")),
        run("echo canaryWord > memory-bank/x.md"),
        say("Done."),
      ],
      { args },
    );
    const cli = cliOf(project);
    await expect
      .poll(() => linesOf(project))
      .toMatchObject([
        { kind: "turn" },
        { kind: "decision", tool: "apply_patch", decision: "refuse", rule: "read-before-write" },
        { kind: "read", doc: "details/patterns.md", whole: true },
        { kind: "decision", tool: "apply_patch", decision: "allow", risk: "high" },
        { kind: "decision", tool: "Bash", via: "shell", rule: "guard-memory-files" },
      ]);
    const isOfTurn = (line: LogLine) => line.session === session && line.turn === 1;
    expect(linesOf(project).every(isOfTurn)).toBe(true);
    expect(readFileSync(join(cli.folder, "decisions.jsonl"), "utf8")).not.toContain("canaryWord");
    const shown = cli.run("explain", "--last", "3");
    expect(shown.stdout.match(/^Decision: \w+/gm)).toEqual([
      "Decision: refuse",
      "Decision: allow",
      "Decision: refuse",
    ]);
    expect(cli.run("report").stdout).toContain("guard-memory-files");
  });
});

describeCodex("the log", () => {
  test("of a session that goes on in another process has nothing twice", async () => {
    const project = bench.project();
    const { session } = await bench.turn(project, "One", [
      shell(`cat ${PATTERNS_PATH}`),
      patch(setVersion("1.0.0", "2.0.0")),
      say("Done."),
    ]);
    await bench.turn(project, "Two", [shell("echo two"), say("Done.")], { resume: session });
    await expect
      .poll(() => linesOf(project).map(({ kind, turn }) => `${kind} ${turn}`))
      .toEqual(["turn 1", "read 1", "decision 1", "turn 2"]);
  });

  test("what the user saves while the agent works is told once, and stays", async () => {
    const project = bench.project();
    const text = (FILES[MEMORY] ?? "").replace("sells tea", "sells coffee");
    const turn = await bench.turn(project, "Work", [
      shell("echo one"),
      () => {
        project.write(MEMORY, text);
        // A command that begins within a tick of the file system's clock could have done it.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
        return shell("echo then");
      },
      shell("echo two"),
      shell("echo three"),
      say("Done."),
    ]);
    const last = shownTo(turn.requests.at(-1));
    expect(last.match(/MEMORY\.md changed/g)).toHaveLength(1);
    expect(project.read(MEMORY)).toBe(text);
  });
});
