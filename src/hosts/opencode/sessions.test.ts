import { describe, expect, it, vi } from "vitest";
import { hasReadWhole } from "../../policy/session.ts";
import type { SessionEvent } from "../../types.ts";
import { createSessions } from "./sessions.ts";

const READ: SessionEvent = { kind: "doc-read", doc: "d.md", lines: "whole" };
const TURN: SessionEvent = { kind: "turn-started" };

describe("sessions", () => {
  it("keep apart what each has read", () => {
    const sessions = createSessions("turn");
    sessions.record("a", READ);
    expect(hasReadWhole(sessions.get("a"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.get("b"), "d.md")).toBe(false);
  });

  it("let a child inherit from its parent, in the parent's turn", () => {
    const sessions = createSessions("turn");
    sessions.identify("child", "root");
    sessions.identify("grandchild", "child");
    sessions.record("root", READ);
    expect(hasReadWhole(sessions.get("grandchild"), "d.md")).toBe(true);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.get("grandchild"), "d.md")).toBe(false);
  });

  it("end a child's own reads with its parent's turn, and give the parent none of them", () => {
    const sessions = createSessions("turn");
    sessions.identify("child", "root");
    sessions.record("root", TURN);
    sessions.record("child", READ);
    expect(hasReadWhole(sessions.get("child"), "d.md")).toBe(true);
    expect(hasReadWhole(sessions.get("root"), "d.md")).toBe(false);
    sessions.record("root", TURN);
    expect(hasReadWhole(sessions.get("child"), "d.md")).toBe(false);
  });

  it("survive a cycle of parents", () => {
    const sessions = createSessions("turn");
    sessions.identify("a", "b");
    sessions.identify("b", "a");
    sessions.record("a", READ);
    expect(hasReadWhole(sessions.get("a"), "d.md")).toBe(true);
  });

  it("are bounded, and forgotten when deleted", () => {
    const sessions = createSessions("turn");
    for (let index = 0; index < 10_000; index++) sessions.record(`s${index}`, READ);
    expect(sessions.size).toBe(500);
    expect(hasReadWhole(sessions.get("s9999"), "d.md")).toBe(true);
    sessions.forget("s9999");
    expect(sessions.size).toBe(499);
  });

  it("wait for a read under way, in the session and above it, but not for ever", async () => {
    vi.useFakeTimers();
    const sessions = createSessions("turn");
    sessions.identify("child", "root");
    expect(await sessions.waitForReading("child", 2000)).toBe(false);

    sessions.startReading("root", "call");
    const waiting = sessions.waitForReading("child", 2000);
    setTimeout(() => sessions.finishReading("root", "call"), 500);
    await vi.advanceTimersByTimeAsync(500);
    expect(await waiting).toBe(true);

    sessions.startReading("root", "never");
    const lost = sessions.waitForReading("root", 2000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await lost).toBe(true);
    expect(await sessions.waitForReading("root", 2000)).toBe(false);
    vi.useRealTimers();
  });
});
