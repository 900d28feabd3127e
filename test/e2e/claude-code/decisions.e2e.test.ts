import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDecisions } from "../../../src/io/log/read-decisions.ts";
import type { LogLine } from "../../../src/types.ts";
import { cliIn } from "../../helpers/run-cli.ts";
import { shownTo } from "../kit/claude-code/index.ts";
import { type Project, say } from "../kit/index.ts";
import { PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";
import { hidden } from "../hidden-code.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const MEMORY = "memory-bank/MEMORY.md";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const overwrite = (path: string, text: string) =>
  bash(hidden(`require("fs").writeFileSync("${path}", "${text}")`));
const cliOf = (project: Project) => cliIn(project.dir, join(bench.home, ".local/state"));
/** The server ends, and writes the last of them, a moment after its host. */
const linesOf = (project: Project) =>
  readDecisions(cliOf(project).folder).filter(({ kind }) => kind !== "titled");

describeClaude("afterwards", () => {
  test("the log has what was decided, explain and report show it, and no word of a command is in it", async () => {
    const project = bench.project();
    const { session } = await bench.turn(project, "Bump the version", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      read(PATTERNS_PATH),
      setVersion("1.0.0", "2.0.0"),
      bash("echo canaryWord > memory-bank/x.md"),
      say("Done."),
    ]);
    const { run, folder } = cliOf(project);
    await expect
      .poll(() => linesOf(project))
      .toMatchObject([
        { kind: "turn" },
        { kind: "decision", tool: "Edit", decision: "refuse", rule: "read-before-write" },
        { kind: "read", doc: "details/patterns.md", whole: true },
        { kind: "decision", tool: "Edit", decision: "allow", risk: "high" },
        { kind: "decision", tool: "Bash", via: "shell", rule: "guard-memory-files" },
      ]);
    const isOfTurn = (line: LogLine) => line.session === session && line.turn === 1;
    expect(linesOf(project).every(isOfTurn)).toBe(true);
    const file = join(folder, "decisions.jsonl");
    expect(readFileSync(file, "utf8")).not.toContain("canaryWord");
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    const shown = run("explain", "--last", "3");
    expect(shown.stdout.match(/^Decision: \w+/gm)).toEqual([
      "Decision: refuse",
      "Decision: allow",
      "Decision: refuse",
    ]);
    const report = run("report");
    expect(report.status).toBe(0);
    expect(report.stdout).toContain("guard-memory-files");
  });

  test("a resumed session goes on counting, and logs nothing twice", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "First words", [read(PATTERNS_PATH), say("Yes.")]);
    const more = { resume: first.session };
    await bench.turn(project, "Second words", [read(PATTERNS_PATH), say("Yes.")], more);
    await expect
      .poll(() => linesOf(project).map(({ kind, turn }) => [kind, turn]))
      .toEqual([
        ["turn", 1],
        ["read", 1],
        ["turn", 2],
        ["read", 2],
      ]);
  });
});

describeClaude("a transcript", () => {
  test("that is not kept at all: the hooks tell enough", async () => {
    const project = bench.project();
    const run = await bench.turn(
      project,
      "Bump",
      [
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        read(PATTERNS_PATH),
        setVersion("1.0.0", "2.0.0"),
        overwrite(MEMORY, "x"),
        say("Done."),
      ],
      { args: ["--no-session-persistence"] },
    );
    expect(run.results[1]?.text).toContain(GATE);
    expect(run.results[3]).toMatchObject({ isError: false });
    expect(run.results[4]?.text).toContain("[Memory Bank] Undone");
    expect(shownTo(run.requests[0]).split("protocol_version: memory-bank/v1")).toHaveLength(2);
  });
});
