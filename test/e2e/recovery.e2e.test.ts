import { describe, expect, test } from "vitest";
import {
  CONTEXT_FULL,
  type Session,
  type Step,
  fail,
  makeProject,
  openSession,
  resumeSession,
  say,
  startHost,
} from "./kit/index.ts";
import { bash, edit, editManifest, read as readFile, setVersion } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

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
});

test("a compaction that fails changes nothing", async () => {
  const project = bench.project({ files: WITH_REQUIREMENT, plugin: {} });
  bench.model.play("Fill it up", [read(REQUIREMENT, { usage: CONTEXT_FULL })]);
  bench.model.playCompaction([fail("no summary today")]);
  const failing = await openSession(bench.host, project);
  await failing.send("Fill it up");
  expect(anchors(failing.id)).toEqual([false]);
});

test("killed and started again, each session is where it was; so is a fork, and one that goes back is where it was then", async () => {
  const { model } = bench;
  // With what the host notes of its snapshots in the history, as it is for users.
  const options = { model, config: { snapshot: true } };
  const first = await startHost(options);
  const project = makeProject(first, { files: WITH_REQUIREMENT, plugin: { guardMode: "block" } });
  const turn = async (session: Session, text: string, ...steps: Step[]) => {
    model.play(text, [...steps, say("Done.")]);
    await session.send(text);
    return bench.results(text).at(-1) ?? "";
  };
  const waiting = await openSession(first, project);
  await turn(waiting, "Fill it", read(REQUIREMENT, { usage: CONTEXT_FULL }));
  const done = await openSession(first, project);
  const filled = [read(REQUIREMENT, { usage: CONTEXT_FULL }), read(REQUIREMENT)];
  await turn(done, "Fill and read again", ...filled);
  await first.kill();

  const second = await startHost({ ...options, home: first.home });
  const resume = ({ id }: Session) => resumeSession(second, project, id);
  expect(await turn(resume(waiting), "Bump it", editManifest())).toContain(
    `read({ filePath: "${REQUIREMENT}" })`,
  );
  const rest = [read(REQUIREMENT), read(PATTERNS_PATH), editManifest()];
  expect(await turn(resume(waiting), "Read and bump", ...rest)).not.toContain("(rule:");
  const again = setVersion("2.0.0", "3.0.0");
  expect(await turn(resume(done), "Bump again", again)).toContain("(rule: read-before-write)");

  const session = await openSession(second, project);
  await turn(session, "Read and wait", read(REQUIREMENT));
  const fork = await session.fork();
  await fork.summarize();
  expect(await turn(fork, "In the fork", again)).toContain(REQUIREMENT);
  const asked = (await session.messages()).find(({ role }) => role === "user");
  await session.revert(asked?.id ?? "");
  await turn(session, "After the revert");
  await session.summarize();
  const reverted = await turn(session, "Compacted since", again);
  expect(reverted).not.toContain(REQUIREMENT);
  expect(reverted).toContain(PATTERNS_PATH);
  await second.stop();
});
