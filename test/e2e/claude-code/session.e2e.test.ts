import { expect, test } from "vitest";
import { CONTEXT_FULL } from "../kit/claude-code/claude.ts";
import { say, shownTo } from "../kit/index.ts";
import { FILES, PATTERNS_PATH } from "../use-host.ts";
import { agent, bash, edit, read, write } from "./steps.ts";
import { BLOCK, describeClaude, useBank } from "./use-claude.ts";
import { answer, claim } from "../reader-answer.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const RECOVER = "(rule: recover-after-compaction)";
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const WITH_REQUIREMENT = { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n" };
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const READER = "memory-bank:memory-reader";

describeClaude("after a compaction", () => {
  test("the first request names the doc read before; risky writes wait for it", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT });
    bench.model.playCompaction([say("<summary>Tea is to be sold.</summary>")]);
    const many = ["a", "b", "c", "d", "e"].map((name) => `${name}.txt`);
    for (const name of many) project.write(name, `${name}\n`);
    const run = await bench.turn(project, "Read, then fill the context", [
      read(PATTERNS_PATH),
      read("package.json"),
      read(REQUIREMENT),
      ...many.map((name) => read(name)),
      bash("echo much", {}, { usage: CONTEXT_FULL }),
      bash("echo x > src/cup.ts"),
      read(REQUIREMENT),
      write("src/other.ts", "export {};\n"),
      say("Done."),
    ]);
    const after = run.requests[run.requests.findIndex(({ kind }) => kind === "compaction") + 1];
    expect(shownTo(after)).toContain("<memory-bank-anchors>");
    expect(shownTo(after)).toContain(`- ${REQUIREMENT}`);
    expect(shownTo(after).split("protocol_version: memory-bank/v1")).toHaveLength(2);
    const [refused, , written] = run.results.slice(-3);
    expect(refused?.text).toContain(RECOVER);
    expect(refused?.text).toContain(`Read({ file_path: "${REQUIREMENT}" })`);
    expect(written).toMatchObject({ isError: false });
    expect(project.read("src/cup.ts")).toContain("cup = 1");

    bench.model.playCompaction([say("<summary>Tea is to be sold.</summary>")]);
    const filled = await bench.turn(
      project,
      "Fill it again",
      [bash("echo much", {}, { usage: CONTEXT_FULL }), say("Done.")],
      { resume: run.session },
    );
    // Memory-reader that read one doc of the bank is the way out, whatever is to be read again.
    bench.model.play("What is sold?", [
      read(PATTERNS_PATH),
      say(answer(claim("C1", PATTERNS_PATH, "- convention 7"))),
    ]);
    const steps = [
      bash("echo x > src/cup.ts"),
      agent(READER, "What is sold?"),
      bash("echo x > src/cup.ts"),
      say("Done."),
    ];
    const fork = await bench.play(project, "Go on", steps, { resume: filled.session, fork: true });
    expect(fork[0]).toContain(`Next: Read({ file_path: "${REQUIREMENT}" })`);
    expect(fork[2]).not.toContain(RECOVER);
    expect(project.read("src/cup.ts")).toBe("x\n");
  });

  test.each([
    ["in the last messages, which stay", 0],
    ["in a file that the host attaches again", 5],
  ])("what is still before the agent counts as read: %s", async (_, steps) => {
    const project = bench.project({ files: WITH_REQUIREMENT });
    bench.model.playCompaction([say("<summary>Tea is to be sold.</summary>")]);
    const run = await bench.turn(project, "Read and fill", [
      read(PATTERNS_PATH),
      read(REQUIREMENT),
      ...Array.from({ length: steps }, (_step, index) => bash(`echo ${index}`)),
      bash("echo much", {}, { usage: CONTEXT_FULL }),
      bash("echo x > src/cup.ts"),
      say("Done."),
    ]);
    expect(run.results.at(-1)?.text).not.toContain(RECOVER);
    expect(project.read("src/cup.ts")).toBe("x\n");
  });
});

describeClaude("a session that goes on", () => {
  test("a fork has its history; what was read in an earlier turn is over", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "Read it", [
      read("package.json"),
      read(PATTERNS_PATH),
      say("Read."),
    ]);
    const env = { MEMORY_BANK_READ_SCOPE: "context" };
    const fork = await bench.turn(project, "Bump", [setVersion("1.0.0", "2.0.0"), say("Bumped.")], {
      resume: first.session,
      fork: true,
      env,
    });
    expect(fork.results[0]).toMatchObject({ isError: false });
    const [gated] = await bench.play(
      project,
      "Bump again",
      [setVersion("2.0.0", "3.0.0"), say("No.")],
      {
        resume: first.session,
      },
    );
    expect(gated).toContain(GATE);
  });

  test("a subagent's read opens nothing for its parent, its parent's read opens it for the subagent", async () => {
    const project = bench.project();
    bench.model.play("Read the rules", [read(PATTERNS_PATH), say("Read.")]);
    bench.model.play("Set the version", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      say("Set."),
    ]);
    const run = await bench.turn(project, "Delegate", [
      read("package.json"),
      agent("general-purpose", "Read the rules"),
      setVersion("1.0.0", "9.0.0"),
      read(PATTERNS_PATH),
      agent("general-purpose", "Set the version"),
      say("Done."),
    ]);
    expect(run.results[2]?.text).toContain(GATE);
    expect(project.read("package.json")).toContain('"2.0.0"');
    const sub = run.requests.find(({ agentID }) => agentID !== undefined);
    expect(shownTo(sub).split("protocol_version: memory-bank/v1")).toHaveLength(2);
  });
});

describeClaude("memory-reader", () => {
  test("its quotes are checked, the verdict is shown, and what it read opens the gate", async () => {
    const project = bench.project();
    bench.model.play("Which conventions?", [
      read(PATTERNS_PATH),
      say(
        answer(claim("C1", PATTERNS_PATH, "- convention 7"), claim("C2", PATTERNS_PATH, "- never")),
      ),
    ]);
    const run = await bench.turn(project, "Ask the reader", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      agent(READER, "Which conventions?"),
      setVersion("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    expect(run.results[1]?.text).toContain(GATE);
    expect(run.results[2]?.text).toContain("verified 1/2");
    expect(run.results[3]).toMatchObject({ isError: false });
    const sub = run.requests.find(({ agentID }) => agentID !== undefined);
    expect(shownTo(sub)).toContain("You are memory-reader");
  });

  test("has no way to write", async () => {
    const project = bench.project();
    bench.model.play("Do it yourself", [write("src/x.ts", "x"), say("Nothing.")]);
    await bench.turn(project, "Ask badly", [agent(READER, "Do it yourself"), say("Done.")]);
    expect(project.exists("src/x.ts")).toBe(false);
  });
});
