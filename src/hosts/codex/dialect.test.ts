import { answer, claim } from "../../../test/e2e/reader-answer.ts";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { OFFER, createHookServer, useHookedProject } from "../../../test/helpers/hooked-project.ts";
import {
  type RolloutFile,
  createRolloutFile,
  ranItem,
  rolloutPath,
} from "../../../test/helpers/written-rollout.ts";
import { readHookInput } from "../shared/hook-input.ts";
import { createDialect } from "./dialect.ts";

const project = useHookedProject();
const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
let root: RolloutFile;
let child: RolloutFile;
let grandchild: RolloutFile;
beforeEach(() => {
  const sessions = mkdtempSync(join(folder, "case-"));
  const write = (time: string, id: string, meta: object) =>
    createRolloutFile(rolloutPath(sessions, time, id), { id, session_id: "root-1", ...meta });
  root = write("2026-11-18T23-59-00", "root-1", { source: "exec" });
  const reader = { parent_thread_id: "root-1", agent_role: "memory-reader" };
  child = write("2026-11-19T00-00-00", "child-1", reader);
  grandchild = write("2026-11-19T00-01-00", "grand-1", { parent_thread_id: "child-1" });
});
afterAll(() => rmSync(folder, { recursive: true }));

const hook = (fields: object) => readHookInput({ session: "root-1", ...fields });

it("a session is the thread that its hook comes from, with the threads above it", () => {
  const { sessionOf } = createDialect();
  expect(sessionOf(hook({ transcript: root.path }))).toEqual({
    path: root.path,
    agent: undefined,
    isUnattended: true,
    above: undefined,
  });
  const inner = sessionOf(hook({ transcript: grandchild.path, agent: "grand-1" }));
  expect(inner).toMatchObject({ path: grandchild.path, agent: "default" });
  expect(inner.above).toMatchObject({ agent: "child-1", transcript: child.path });
  const above = sessionOf(inner.above ?? hook({}));
  expect(above).toMatchObject({ path: child.path, agent: "memory-reader" });
  expect(above.above).toMatchObject({ agent: undefined, transcript: root.path });
});

it("at its end a subagent is in its own file, though the host names its parent's", () => {
  const session = createDialect().sessionOf(hook({ transcript: root.path, agent: "child-1" }));
  expect(session).toMatchObject({ path: child.path, agent: "memory-reader" });
  expect(session.above).toMatchObject({ transcript: root.path });
});

it("a session that nobody writes down, or whose file is gone, is still one", () => {
  const { sessionOf } = createDialect();
  for (const transcript of [undefined, "", "/nowhere/x.jsonl", folder, "x"]) {
    expect(sessionOf(hook({ transcript })).agent).toBeUndefined();
    expect(sessionOf(hook({ transcript, agent: "../../x" })).agent).toBe("default");
  }
});

it("what another agent is told is nobody's word", () => {
  const toldIn = (fields: object) =>
    createDialect().toldIn(hook(fields), {
      around: () => expect.unreachable(),
      readBy: () => [],
      wroteBy: () => [],
    });
  expect(toldIn({ prompt: " yes\n" })?.events).toContainEqual({ kind: "user-spoke", text: "yes" });
  expect(toldIn({ prompt: "yes", agent: "child-1" })).toBeUndefined();
});

function open() {
  return createHookServer({
    root: project.root,
    readScope: "context",
    dialect: createDialect(),
  });
}

const ANSWER = answer(claim("C1", "memory-bank/details/patterns.md", "nowhere said"));
const CAT = "cat memory-bank/MEMORY.md";
const entry = () => readFileSync(join(project.root, "memory-bank/MEMORY.md"), "utf8");

it("what a script's command has printed is read once the model sees it, not before", async () => {
  const server = open();
  const stateOf = () => [...server.runtime.sessions.stateOf("root-1").reads.keys()];
  const made = { session: "root-1", transcript: root.path, tool: "Bash", args: { command: CAT } };
  root.custom("call_1", "exec", "…");
  await server.call({ event: "PreToolUse", ...made, callID: "exec-1" });
  root.item(ranItem("exec-1", CAT, project.root, entry()));
  await server.call({ event: "PostToolUse", ...made, callID: "exec-1", response: entry() });
  expect(stateOf()).toEqual([]);
  root.printed("call_1", entry());
  await server.call({ event: "Stop", session: "root-1", transcript: root.path });
  expect(stateOf()).toEqual(["MEMORY.md"]);
});

it.each([
  ["call_1", ["MEMORY.md"]],
  ["exec-1", []],
])("in a session that nobody writes down, %s has read %j", async (callID, docs) => {
  const server = open();
  const made = { session: "root-1", tool: "Bash", args: { command: CAT }, callID };
  await server.call({ event: "PreToolUse", ...made });
  await server.call({ event: "PostToolUse", ...made, response: entry() });
  expect([...server.runtime.sessions.stateOf("root-1").reads.keys()]).toEqual(docs);
});

it("the last words of a turn are an offer that the next prompt answers, though nobody writes them down", async () => {
  const server = open();
  await server.call({ event: "UserPromptSubmit", session: "root-1", prompt: "Fix it" });
  await server.call({ event: "Stop", session: "root-1", said: OFFER });
  expect(server.runtime.sessions.stateOf("root-1").proposals.grants).toEqual([]);
  await server.call({ event: "UserPromptSubmit", session: "root-1", prompt: "yes" });
  expect(server.runtime.sessions.stateOf("root-1").proposals.grants).toHaveLength(1);
});

it.each(["PreToolUse", "PostToolUse"])(
  "what memory-reader's answer is worth is said at the next hook, %s",
  async (event) => {
    const server = open();
    const made = { session: "root-1", transcript: root.path, tool: "Bash", callID: "call_2" };
    const at = async (name: string) =>
      (await server.call({ event: name, ...made, args: { command: "ls" } })).join("\n");
    root.typed("Ask");
    root.called("call_1", "spawn_agent", { agent_type: "memory-reader" }, "multi_agent_v1");
    const item = { type: "CollabAgentToolCall", id: "call_1", receiver_thread_ids: ["child-1"] };
    root.item(item);
    root.output("call_1", "{}");
    expect(await at("PreToolUse")).toBe("");
    root.notified("child-1", { completed: ANSWER });
    expect(await at(event)).toContain("[Memory Bank] verified 0/1");
  },
);

it("broken lines harm nobody", async () => {
  const server = open();
  root.typed("One");
  root.raw("{broken");
  root.add("session_meta", { id: "root-1" });
  root.typed("Two");
  appendFileSync(root.path, '{"timestamp":"not ended');
  await server.call({ event: "Stop", session: "root-1", transcript: root.path });
  expect(server.runtime.sessions.stateOf("root-1")).toMatchObject({ turn: 2 });
});

it("a worker that is said to have come back to itself does not stop anything", async () => {
  const server = open();
  root.typed("One");
  root.notified("root-1", { completed: "me" });
  root.notified("child-1", { completed: "done" });
  child.notified("child-1", { completed: "me" });
  child.notified("root-1", { completed: "you" });
  root.typed("Two");
  await server.call({ event: "Stop", session: "root-1", transcript: root.path });
  expect(server.runtime.sessions.stateOf("root-1")).toMatchObject({ turn: 2 });
});
