import { describe, expect, test } from "vitest";
import {
  CONTEXT_FULL,
  type ScriptedModel,
  type Session,
  type Step,
  fail,
  makeProject,
  openSession,
  resumeSession,
  say,
  startHost,
} from "./kit/index.ts";
import { bash, edit, editManifest, read as readFile, setVersion, task } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

// Where a history is read again it has what the host notes of its snapshots, as it has for users.
const WITH_SNAPSHOTS = { snapshot: true };
const bench = useHost();
const RULE = "(rule: recover-after-compaction)";
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const WITH_REQUIREMENT = { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n" };

const read = (filePath: string, more = {}): Step => readFile(filePath, {}, more);

/** What the requests of a turn carried as anchors, in order. */
function anchors(sessionID: string): boolean[] {
  return bench.model.requests
    .filter((request) => request.kind === "main" && request.sessionID === sessionID)
    .map((request) => request.system.join("\n").includes("<memory-bank-anchors>"));
}

describe("after a compaction", () => {
  test("the first request names the doc read before; risky writes wait for it; low ones pass", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT, plugin: {} });
    const session = await bench.turn(project, "Read, then fill the context", [
      read(REQUIREMENT, { usage: CONTEXT_FULL }),
      editManifest(),
      bash("echo x > src/cup.ts"),
      edit("src/shop.ts", "1", "2"),
      read(REQUIREMENT),
      editManifest(),
      say("Done."),
    ]);
    const main = bench.model.requests.filter(({ kind }) => kind === "main");
    expect(main[1]?.system.join("\n")).toContain(`- ${REQUIREMENT}`);
    expect(main[1]?.system.join("\n")).toContain("- Goal: ship the checkout");
    const results = main.at(-1)?.toolResults.map(({ text }) => text) ?? [];
    const [manifest, shell, low, , again] = results.slice(-5);
    expect(manifest).toContain(`read({ filePath: "${REQUIREMENT}" })`);
    expect(manifest).toContain(RULE);
    expect(shell).toContain(RULE);
    expect(low).not.toContain(RULE);
    expect(again).not.toContain(RULE);
    expect(project.read("src/cup.ts")).toContain("cup = 1");
    expect(project.read("src/shop.ts")).toContain("tea = 2");
    expect(project.read("package.json")).toContain('"2.0.0"');
    expect(anchors(session.id)).toEqual([false, true, true, true, true, false, false]);
    const compaction = bench.model.requests.find(({ kind }) => kind === "compaction");
    expect(JSON.stringify(compaction?.raw)).toContain("<memory-bank-anchors>");
  });

  test("memory-reader that read one doc of the bank ends it, and the next compaction arms it again", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT, plugin: {} });
    bench.model.play("Reader, say so", [say("Context Summary")]);
    bench.model.play("Reader, look", [read(PATTERNS_PATH), say("Context Summary")]);
    let unread = "";
    await bench.turn(project, "Twice over", [
      read(REQUIREMENT, { usage: CONTEXT_FULL }),
      task("memory-reader", "Reader, say so"),
      editManifest(),
      (request) => {
        unread = request.toolResults.at(-1)?.text ?? "";
        return task("memory-reader", "Reader, look");
      },
      editManifest(),
      read("src/shop.ts", { usage: CONTEXT_FULL }),
      setVersion("2.0.0", "3.0.0"),
      say("Refused."),
    ]);
    expect(unread).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
    const last = bench.model.requests.findLast(({ kind }) => kind === "main");
    expect(last?.toolResults.at(-1)?.text).toContain(RULE);
  });

  test("a compaction that the user asked for arms it as well; a failed one changes nothing", async () => {
    const project = bench.project({ files: WITH_REQUIREMENT, plugin: {} });
    const session = await bench.turn(project, "Read first", [read(REQUIREMENT), say("Read.")]);
    await session.summarize();
    await bench.turn(project, "Edit after that", [editManifest(), say("Refused.")], { session });
    expect(bench.results("Edit after that").at(-1)).toContain(RULE);

    const other = bench.project({ files: WITH_REQUIREMENT, plugin: {} });
    bench.model.play("Fill it up", [read(REQUIREMENT, { usage: CONTEXT_FULL })]);
    bench.model.playCompaction([fail("no summary today")]);
    const failing = await openSession(bench.host, other);
    await failing.send("Fill it up");
    expect(anchors(failing.id)).toEqual([false]);
  });
});

describe("a host that does not remember", () => {
  const snapping = useHost({ config: WITH_SNAPSHOTS });
  const turnsWith =
    (model: () => ScriptedModel) =>
    async (session: Session, text: string, ...steps: Step[]) => {
      model().play(text, steps);
      await session.send(text);
    };
  const turnOf = turnsWith(() => bench.model);

  test("killed and started again, it is in the same state: recovery, turn and reads", async () => {
    const model = bench.model;
    const first = await startHost({ model, config: WITH_SNAPSHOTS });
    const project = makeProject(first, { files: WITH_REQUIREMENT, plugin: { guardMode: "block" } });
    const session = await openSession(first, project);
    await turnOf(
      session,
      "Before the crash",
      read(REQUIREMENT, { usage: CONTEXT_FULL }),
      say("Compacted."),
    );
    await first.kill();

    const second = await startHost({ model, home: first.home, config: WITH_SNAPSHOTS });
    const again = resumeSession(second, project, session.id);
    await turnOf(
      again,
      "After the crash",
      editManifest(),
      read(REQUIREMENT),
      read(PATTERNS_PATH),
      editManifest(),
      say("Done."),
    );
    const refused = model.main("After the crash")[1]?.toolResults.at(-1);
    expect(refused?.text).toContain(`read({ filePath: "${REQUIREMENT}" })`);
    expect(project.read("package.json")).toContain('"2.0.0"');
    await second.kill();

    const third = await startHost({ model, home: first.home, config: WITH_SNAPSHOTS });
    const last = resumeSession(third, project, session.id);
    const back = setVersion("2.0.0", "3.0.0");
    await turnOf(last, "Recovered before", back, read(PATTERNS_PATH), back, say("Done."));
    const gate = model.main("Recovered before")[1]?.toolResults.at(-1);
    expect(gate?.text).toContain("(rule: read-before-write)");
    expect(project.read("package.json")).toContain('"3.0.0"');
    await third.stop();
  });

  test("a forked session starts with what its history holds, a reverted one without what was taken back", async () => {
    const turnIn = turnsWith(() => snapping.model);
    const project = snapping.project({ files: WITH_REQUIREMENT, plugin: { guardMode: "block" } });
    const session = await snapping.turn(project, "Read and wait", [
      read(REQUIREMENT),
      say("Read."),
    ]);
    const fork = await session.fork();
    await fork.summarize();
    await turnIn(fork, "In the fork", editManifest(), say("Refused."));
    expect(snapping.results("In the fork").at(-1)).toContain(
      `read({ filePath: "${REQUIREMENT}" })`,
    );

    const messages = await session.messages();
    const asked = messages.find(({ role }) => role === "user");
    await session.revert(asked?.id ?? "");
    await turnIn(session, "After the revert", say("Nothing read."));
    await session.summarize();
    await turnIn(session, "Compacted since", editManifest(), say("Refused."));
    expect(snapping.results("Compacted since").at(-1)).not.toContain(REQUIREMENT);
    expect(snapping.results("Compacted since").at(-1)).toContain(PATTERNS_PATH);
  });
});
