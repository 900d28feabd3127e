import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDecisions } from "../../../src/io/log/read-decisions.ts";
import type { LogLine } from "../../../src/types.ts";
import { cliIn } from "../../helpers/run-cli.ts";
import { shownTo } from "../kit/claude-code/index.ts";
import { type Project, say } from "../kit/index.ts";
import { FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { agent, bash, edit, read, write } from "./steps.ts";
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

  test("a doc that was undone can be brought back, and that is nobody's change", async () => {
    const project = bench.project();
    const conversation = bench.open(project);
    const first = await conversation.send("Overwrite", [
      overwrite(PATTERNS_PATH, "mine"),
      say("Undone."),
    ]);
    const [, id = ""] = /memory-bank restore (k-[\w-]+)/.exec(first.results[0]?.text ?? "") ?? [];
    expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
    const restored = cliOf(project).run("restore", id, "--yes");
    expect(restored.status, restored.stderr).toBe(0);
    expect(project.read(PATTERNS_PATH)).toBe("mine");
    const second = await conversation.send("Go on", [read("src/shop.ts"), say("On.")]);
    expect(project.read(PATTERNS_PATH)).toBe("mine");
    expect(second.results[0]?.text).not.toContain("Undone");
  });

  test("what the user saves while the agent works is told once, and stays", async () => {
    const project = bench.project();
    const save = () => {
      project.write(PATTERNS_PATH, `${PATTERNS}- one more\n`);
      return bash("echo on we go");
    };
    const run = await bench.turn(project, "Look around", [
      read("src/cup.ts"),
      save,
      read("package.json"),
      read("src/shop.ts"),
      say("Done."),
    ]);
    const told = run.results.filter(({ text }) => text.includes(`${PATTERNS_PATH} changed since`));
    expect(told).toHaveLength(1);
    expect(project.read(PATTERNS_PATH)).toContain("- one more");
  });
});

describeClaude("a transcript", () => {
  const transcriptOf = (project: Project, session: string) => {
    const folder = join(bench.home, ".claude/projects", project.dir.replaceAll(/[^\w]/g, "-"));
    return join(folder, `${session}.jsonl`);
  };

  test("with broken lines is read as far as it can be", async () => {
    const project = bench.project();
    const env = { MEMORY_BANK_READ_SCOPE: "context" };
    const first = await bench.turn(project, "Read", [read(PATTERNS_PATH), say("Read.")], { env });
    const path = transcriptOf(project, first.session);
    appendFileSync(
      path,
      '{"type":"user","uuid":"broken\n\u0000\u0001\n[]\n{"type":"assistant","uuid":7}\n',
    );
    const second = await bench.turn(
      project,
      "Bump",
      [read("package.json"), setVersion("1.0.0", "2.0.0"), say("Done.")],
      { env, resume: first.session },
    );
    expect(second.results[1]).toMatchObject({ isError: false });
  });

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

  test("with huge results in it: one that is cut opens nothing, and the turn goes on", async () => {
    const rules = Array.from({ length: 9000 }, (_, index) => `- convention ${index + 1}\n`).join(
      "",
    );
    const project = bench.project({
      files: { ...FILES, [PATTERNS_PATH]: rules, "big.txt": "all work and no tea\n".repeat(9000) },
    });
    const run = await bench.turn(project, "Big ones", [
      read("package.json"),
      bash("cat big.txt"),
      bash(`cat ${PATTERNS_PATH}`),
      setVersion("1.0.0", "2.0.0"),
      write("src/new.ts", `export const text = ${JSON.stringify("x".repeat(300_000))};\n`),
      say("Done."),
    ]);
    expect(run.results[3]?.text).toContain(GATE);
    expect(run.results[4]).toMatchObject({ isError: false });
  });

  test("of a reader in the background is found again by another process", async () => {
    const project = bench.project();
    const env = { MEMORY_BANK_READ_SCOPE: "context" };
    bench.model.play("Which conventions?", [
      read(PATTERNS_PATH),
      () => {
        project.write("answered.txt", "");
        return say(
          `**Context Summary**\n\n- Tea.\n\n\`\`\`yaml\nschema: memory-reader/v1\nuser_question: "Which?"\nevidence:\n  - claim_id: C1\n    claim: "x"\n    path: ${PATTERNS_PATH}\n    quote: "- convention 7"\nconflicts: []\nopen_questions: []\n\`\`\``,
        );
      },
    ]);
    const first = await bench.turn(
      project,
      "Ask the reader",
      [
        read("package.json"),
        agent("memory-bank:memory-reader", "Which conventions?", { run_in_background: true }),
        bash("until test -e answered.txt; do sleep 0.1; done; sleep 2"),
        say("Asked."),
      ],
      { env },
    );
    const second = await bench.turn(project, "Bump", [setVersion("1.0.0", "2.0.0"), say("Done.")], {
      env,
      resume: first.session,
    });
    expect(second.results[0]).toMatchObject({ isError: false });
  });
});
