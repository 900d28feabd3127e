import { describe, expect, it } from "vitest";
import { NO_CALL } from "../policy/call.ts";
import { hasCreated, hasReadWhole } from "../policy/session.ts";
import type { SessionEvent } from "../types.ts";
import { createSessions } from "./sessions.ts";

const READ: SessionEvent = { kind: "doc-read", doc: "d.md", lines: "whole" };
const TURN: SessionEvent = { kind: "turn-started" };

const openSessions = () => createSessions("turn", () => "memory-bank");

describe("sessions", () => {
  it("keep apart what each has read", () => {
    const sessions = openSessions();
    sessions.record("a", READ);
    expect(hasReadWhole(sessions.stateOf("a"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.stateOf("b"), "d.md")).toBe(false);
  });

  it("let a child inherit from its parent, in the parent's turn", () => {
    const sessions = openSessions();
    sessions.identify("child", "root");
    sessions.identify("grandchild", "child");
    sessions.record("root", READ);
    expect(hasReadWhole(sessions.stateOf("grandchild"), "d.md")).toBe(true);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.stateOf("grandchild"), "d.md")).toBe(false);
  });

  it("end a child's own reads with its parent's turn, and give the parent none of them", () => {
    const sessions = openSessions();
    sessions.identify("child", "root");
    sessions.record("root", TURN);
    sessions.record("child", READ);
    expect(hasReadWhole(sessions.stateOf("child"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.stateOf("root"), "d.md")).toBe(false);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.stateOf("child"), "d.md")).toBe(false);
  });

  it("know what was made in them and for them, as long as this process runs", () => {
    const sessions = openSessions();
    sessions.record("root", TURN);
    sessions.identify("child", "root");
    sessions.record("child", { kind: "file-created", path: "a.py" });
    sessions.record("child", READ);
    const isOwn = (id: string) => hasCreated(sessions.stateOf(id), "a.py");
    expect(["root", "child", "other"].filter(isOwn)).toEqual(["root", "child"]);
    sessions.rebuild("root", [TURN]);
    expect(isOwn("root")).toBe(true);
    const later = openSessions();
    later.rebuild("root", [{ kind: "file-created", path: "a.py" }]);
    expect(hasCreated(later.stateOf("root"), "a.py")).toBe(false);
  });

  it("go as a whole when they are forgotten, or when there are too many", () => {
    const sessions = openSessions();
    for (const id of ["a", "b"]) sessions.record(id, READ);
    sessions.sayLater("a", "of a");
    sessions.forget("a");
    expect(sessions.takeLate("a")).toEqual([]);
    expect(hasReadWhole(sessions.stateOf("b"), "d.md")).toBe(true);
    for (let number = 0; number < 500; number += 1) sessions.of(`${number}`);
    expect(sessions.find("b")).toBeUndefined();
    expect(sessions.find("499")).toBeDefined();
  });

  it("looking at a session neither makes nor changes it", () => {
    const sessions = openSessions();
    sessions.stateOf("a");
    expect(sessions.find("a")).toBeUndefined();
    sessions.identify("child", "root");
    sessions.record("child", READ);
    const { session } = sessions.of("child");
    sessions.record("root", TURN);
    sessions.stateOf("child");
    expect(sessions.of("child").session).toBe(session);
  });
});

it("what is said later is carried by one request", () => {
  const sessions = openSessions();
  for (const text of ["one", "two"]) sessions.sayLater("a", text);
  expect(sessions.takeLate("a")).toEqual(["one", "two"]);
  expect(sessions.takeLate("a")).toEqual([]);
});

it("a read under way is waited for, but not for ever", () => {
  const sessions = openSessions();
  const target = { path: "a", place: "project", doc: undefined, holdsBank: false } as const;
  const call = { ...NO_CALL, reads: [{ target }] };
  const { calls } = sessions.of("s");
  calls.set("call", {
    session: "s",
    startedAt: Date.now(),
    call,
    docs: [],
    check: undefined,
    notice: undefined,
    rootFiles: undefined,
  });
  expect(sessions.isReading("s", "call", 60)).toBe(false);
  expect(sessions.isReading("s", "other", 60)).toBe(true);
  expect(sessions.isReading("s", "other", -1)).toBe(false);
});
