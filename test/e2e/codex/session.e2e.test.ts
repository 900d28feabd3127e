import { expect, test } from "vitest";
import { CONTEXT_FULL } from "../kit/codex/codex.ts";
import { say, shownTo } from "../kit/index.ts";
import { FILES, PATTERNS_PATH } from "../use-host.ts";
import { hidden } from "../hidden-code.ts";
import { DIRECT, SCRIPTED } from "./modes.ts";
import { adding, patch, shell, updating } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";
import { answer, claim } from "../reader-answer.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const RECOVER = "(rule: recover-after-compaction)";
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const WITH_REQUIREMENT = { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n" };
const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }`;
const setVersion = (from: string, to: string) =>
  updating("package.json", manifest(from), manifest(to));
const PROTOCOL = "protocol_version: memory-bank/v1";

describeCodex("after a compaction", () => {
  test("the first request names the doc read before; risky writes wait for it", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT });
    bench.model.playCompaction([say("Tea is to be sold.")]);
    const run = await bench.turn(project, "Read, then fill the context", [
      shell(`cat ${PATTERNS_PATH}`),
      shell(`cat ${REQUIREMENT}`),
      shell("echo much", {}, { usage: CONTEXT_FULL }),
      shell("echo x > src/cup.ts"),
      shell(`cat ${REQUIREMENT}`),
      shell("echo x > src/shop.ts"),
      say("Done."),
    ]);
    const after = run.requests[run.requests.findIndex(({ kind }) => kind === "compaction") + 1];
    expect(shownTo(after)).toContain("<memory-bank-anchors>");
    expect(shownTo(after)).toContain(`- ${REQUIREMENT}`);
    expect(shownTo(after).split(PROTOCOL)).toHaveLength(2);
    expect(run.results[3]?.text).toContain(RECOVER);
    expect(run.results[3]?.text).toContain(`cat '${REQUIREMENT}'`);
    expect(project.read("src/cup.ts")).toContain("cup = 1");
    expect(project.read("src/shop.ts")).toBe("x\n");
  });

  test("by the user, before the next prompt, and in another process", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT });
    const conversation = await bench.open(project);
    await conversation.send("Read it", [shell(`cat ${REQUIREMENT}`), say("Read.")]);
    bench.model.playCompaction([say("Tea.")]);
    await conversation.compact();
    const run = await conversation.send("Go on", [shell("echo x > src/cup.ts"), say("Refused.")]);
    expect(shownTo(run.requests[0]).split(PROTOCOL)).toHaveLength(2);
    expect(run.results[0]?.text).toContain(RECOVER);
    bench.model.playCompaction([say("Tea again.")]);
    await conversation.compact();
    await conversation.end();
    // Memory-reader that read one doc of the bank is the way out, whatever is to be read again.
    bench.model.play("What is sold?", [
      shell(`cat ${PATTERNS_PATH}`),
      say(answer(claim("C1", PATTERNS_PATH, "- convention 7"))),
    ]);
    const next = await bench.turn(
      project,
      "And on",
      [
        shell("echo x > src/cup.ts"),
        ...DIRECT.hand("What is sold?", "memory-reader"),
        shell("echo x > src/cup.ts"),
        say("Done."),
      ],
      { resume: conversation.session },
    );
    expect(shownTo(next.requests[0]).split(PROTOCOL)).toHaveLength(2);
    expect(next.results[0]?.text).toContain(RECOVER);
    expect(project.read("src/cup.ts")).toBe("x\n");
  });
});

describeCodex("a session that goes on", () => {
  const env = { MEMORY_BANK_READ_SCOPE: "context" };

  test("another process, and a fork, have its history; what was read in an earlier turn is over", async () => {
    const project = bench.project();
    const { session } = await bench.turn(project, "Read it", [
      shell(`cat ${PATTERNS_PATH}`),
      say("Read."),
    ]);
    const fork = await bench.turn(
      project,
      "Bump",
      [patch(setVersion("1.0.0", "2.0.0")), say("Bumped.")],
      { fork: session, env },
    );
    expect(project.read("package.json")).toContain('"2.0.0"');
    await bench.turn(project, "Bump more", [patch(setVersion("2.0.0", "3.0.0")), say("Bumped.")], {
      fork: fork.session,
      env,
    });
    expect(project.read("package.json")).toContain('"3.0.0"');
    const [gated] = await bench.play(
      project,
      "Bump again",
      [patch(setVersion("3.0.0", "4.0.0")), say("No.")],
      { resume: session },
    );
    expect(gated).toContain(GATE);
  });

  test("whoever goes back has not read what was read since", async () => {
    const project = bench.project();
    const conversation = await bench.open(project, { env });
    await conversation.send("Begin", [say("Begun.")]);
    const reading = await conversation.send("Read it", [
      shell(`cat ${PATTERNS_PATH}`),
      patch(setVersion("1.0.0", "2.0.0")),
      say("Read."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
    await conversation.rewind(reading);
    const after = await conversation.send("Bump", [
      patch(setVersion("2.0.0", "3.0.0")),
      shell(`cat ${PATTERNS_PATH}`),
      patch(setVersion("2.0.0", "3.0.0")),
      say("Done."),
    ]);
    expect(after.results[0]?.text).toContain(GATE);
    expect(project.read("package.json")).toContain('"3.0.0"');
    expect(shownTo(after.requests[0]).split(PROTOCOL)).toHaveLength(2);
  });

  test("what an interrupted command left behind is told", async () => {
    const project = bench.project();
    const conversation = await bench.open(project);
    const code = "require('fs').writeFileSync('memory-bank/MEMORY.md', 'x')";
    const sent = conversation.send("Wait", [shell(`${hidden(code)}; echo 1 > one.txt; sleep 30`)]);
    await expect.poll(() => project.exists("one.txt")).toBe(true);
    await conversation.interrupt();
    await sent;
    const next = await conversation.send("Go on", [shell("echo on"), say("Done.")]);
    const shown = next.requests.map((request) => shownTo(request)).join("\n");
    expect(shown).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md/);
    expect(project.read("memory-bank/MEMORY.md")).toContain("Mind the gap.");
  });

  test("a session that is not written down is guarded by what the hooks tell", async () => {
    const project = bench.project();
    const { results } = await bench.turn(
      project,
      "Bump",
      [
        patch(setVersion("1.0.0", "2.0.0")),
        shell(`cat ${PATTERNS_PATH}`),
        patch(setVersion("1.0.0", "2.0.0")),
        shell("rm -r memory-bank"),
        say("Done."),
      ],
      { args: ["--ephemeral"] },
    );
    expect(results[0]?.text).toContain(GATE);
    expect(project.read("package.json")).toContain('"2.0.0"');
    expect(project.exists(PATTERNS_PATH)).toBe(true);
  });
});

describeCodex("memory-reader", () => {
  const { args, run, put, hand } = SCRIPTED;

  test("its quotes are checked, and what it read opens the gate", async () => {
    const project = bench.project();
    bench.model.play("Which conventions?", [
      run(`cat ${PATTERNS_PATH}`),
      say(
        answer(claim("C1", PATTERNS_PATH, "- convention 7"), claim("C2", PATTERNS_PATH, "- never")),
      ),
    ]);
    const turn = await bench.turn(
      project,
      "Ask the reader",
      [
        put(setVersion("1.0.0", "2.0.0")),
        ...hand("Which conventions?", "memory-reader"),
        put(setVersion("1.0.0", "2.0.0")),
        say("Done."),
      ],
      { args },
    );
    expect(turn.results[0]?.text).toContain(GATE);
    const shown = turn.requests.map((request) => shownTo(request)).join("\n");
    expect(shown).toContain("verified 1/2");
    expect(project.read("package.json")).toContain('"2.0.0"');
    const sub = turn.requests.find(({ agentID }) => agentID !== undefined);
    expect(shownTo(sub)).toContain("You are memory-reader");
  });

  test("has no way to write or to run", async () => {
    const project = bench.project();
    bench.model.play("Do it yourself", [
      run("node -e 'console.log(1)'"),
      put(adding("src/x.ts", "x\n")),
      run("echo x > src/y.ts"),
      say("Nothing."),
    ]);
    const turn = await bench.turn(
      project,
      "Ask badly",
      [...hand("Do it yourself", "memory-reader"), say("Done.")],
      { args },
    );
    const shown = turn.requests.map((request) => JSON.stringify(request.raw)).join("\n");
    expect(shown).toContain("[Memory Bank] Not run");
    for (const name of ["src/x.ts", "src/y.ts"]) expect(project.exists(name)).toBe(false);
  });
});
