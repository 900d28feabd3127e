import { describe, expect, it } from "vitest";
import { NO_CALL } from "../policy/call.ts";
import { hasCreated, hasReadWhole } from "../policy/session.ts";
import type { SessionEvent } from "../types.ts";
import { createSessions } from "./sessions.ts";

const READ: SessionEvent = { kind: "doc-read", doc: "d.md", lines: "whole" };
const TURN: SessionEvent = { kind: "turn-started" };

describe("sessions", () => {
  it("keep apart what each has read", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.record("a", READ);
    expect(hasReadWhole(sessions.stateOf("a"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.stateOf("b"), "d.md")).toBe(false);
  });

  it("let a child inherit from its parent, in the parent's turn", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.identify("child", "root");
    sessions.identify("grandchild", "child");
    sessions.record("root", READ);
    expect(hasReadWhole(sessions.stateOf("grandchild"), "d.md")).toBe(true);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.stateOf("grandchild"), "d.md")).toBe(false);
  });

  it("end a child's own reads with its parent's turn, and give the parent none of them", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.identify("child", "root");
    sessions.record("root", TURN);
    sessions.record("child", READ);
    expect(hasReadWhole(sessions.stateOf("child"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.stateOf("root"), "d.md")).toBe(false);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.stateOf("child"), "d.md")).toBe(false);
  });

  it("know what was made in them and for them, as long as this process runs", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.record("root", TURN);
    sessions.record("child", { kind: "file-created", path: "a.py" });
    sessions.identify("child", "root");
    sessions.record("child", READ);
    const isOwn = (id: string) => hasCreated(sessions.stateOf(id), "a.py");
    expect(["root", "child", "other"].filter(isOwn)).toEqual(["root", "child"]);
    sessions.rebuild("root", [TURN]);
    expect(isOwn("root")).toBe(true);
    const later = createSessions("turn", () => "memory-bank");
    later.rebuild("root", [{ kind: "file-created", path: "a.py" }]);
    expect(hasCreated(later.stateOf("root"), "a.py")).toBe(false);
  });

  it("are bounded, and forgotten when deleted", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    for (let index = 0; index < 10_000; index++) sessions.record(`s${index}`, READ);
    expect(sessions.size).toBe(500);
    expect(hasReadWhole(sessions.stateOf("s9999"), "d.md")).toBe(true);
    sessions.forget("s9999");
    expect(sessions.size).toBe(499);
  });

  it("go as a whole: late notices, plans and calls with them, also when there are too many", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.sayLater("a", "of a");
    sessions.sayLater("b", "of b");
    sessions.forget("a");
    expect(sessions.takeLate("a")).toEqual([]);
    expect(sessions.takeLate("b")).toEqual(["of b"]);
    sessions.of("a");
    for (let number = 0; number < 500; number += 1) sessions.of(`${number}`);
    expect(sessions.find("b")).toBeUndefined();
  });

  it("looking at a session neither makes nor changes it", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.stateOf("a");
    expect(sessions.size).toBe(0);
    sessions.identify("child", "root");
    sessions.record("child", READ);
    const { session } = sessions.of("child");
    sessions.record("root", TURN);
    sessions.stateOf("child");
    expect(sessions.of("child").session).toBe(session);
  });
});

describe("what is said later", () => {
  it("is carried until a request was answered, and what came meanwhile is carried by the next", () => {
    const sessions = createSessions("turn", () => "memory-bank");
    sessions.sayLater("a", "one");
    expect(sessions.takeLate("a")).toEqual(["one"]);
    sessions.sayLater("a", "two");
    expect(sessions.takeLate("a")).toEqual(["one", "two"]);
    sessions.sayLater("a", "three");
    sessions.lateHeard("a");
    expect(sessions.takeLate("a")).toEqual(["three"]);
  });
});

it("a read under way is waited for, but not for ever", () => {
  const sessions = createSessions("turn", () => "memory-bank");
  const target = { path: "a", place: "project", doc: undefined, holdsBank: false } as const;
  const call = { ...NO_CALL, reads: [{ target, whole: true }] };
  const { calls } = sessions.of("s");
  calls.set("call", {
    session: "s",
    startedAt: Date.now(),
    call,
    docs: [],
    check: undefined,
    stage: "running",
    notice: undefined,
  });
  expect(sessions.isReading("s", "call", 60)).toBe(false);
  expect(sessions.isReading("s", "other", 60)).toBe(true);
  expect(sessions.isReading("s", "other", -1)).toBe(false);
});
