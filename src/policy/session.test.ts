import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionAfter as after } from "../../test/helpers/judge.ts";
import type { LineRange, Session, SessionEvent } from "../types.ts";
import {
  NEW_SESSION,
  advance,
  firstUnreadLine,
  unreadConventions,
  hasReadWhole,
} from "./session.ts";

const DOC = "details/patterns.md";
const CONVENTIONS = { doc: DOC, address: DOC, isLoadedByHost: false, changedAt: 0 };

function read(from: number, to: number, total?: number): SessionEvent {
  return { kind: "doc-read", doc: DOC, lines: { from, to, total } };
}

const knows = (session: Session) => unreadConventions(session, [CONVENTIONS]).length === 0;

describe("a session", () => {
  it("does not take a capped read as whole, since its total is unknown", () => {
    expect(hasReadWhole(after(read(1, 400)), DOC)).toBe(false);
    expect(hasReadWhole(after(read(1, 400), read(401, 500, 500)), DOC)).toBe(true);
  });

  it("starts over when the file has another length than the parts read before", () => {
    expect(hasReadWhole(after(read(1, 50, 120), read(51, 130, 130)), DOC)).toBe(false);
    expect(hasReadWhole(after(read(1, 120, 120), read(5, 6, 130)), DOC)).toBe(false);
  });

  it("takes an empty file as read", () => {
    expect(hasReadWhole(after(read(1, 0, 0)), DOC)).toBe(true);
  });

  it("starts unread in each turn and after each compaction", () => {
    const ends: SessionEvent[] = [{ kind: "turn-started" }, { kind: "compacted", summary: "1" }];
    for (const end of ends) {
      const session = after(read(1, 3, 3), { kind: "memory-reader-returned", read: [DOC] }, end);
      expect(hasReadWhole(session, DOC)).toBe(false);
      expect(knows(session)).toBe(false);
    }
  });

  it("is told once per turn, also across a compaction", () => {
    const told: SessionEvent = { kind: "told", topic: "read-before-write" };
    expect(after(told).told.has("read-before-write")).toBe(true);
    expect(after(told, { kind: "compacted", summary: "1" }).told.has("read-before-write")).toBe(
      true,
    );
    expect(after(told, { kind: "turn-started" }).told.size).toBe(0);
  });

  it("inherits what its parent has read, and gives nothing back", () => {
    const parent = after(read(1, 3, 3));
    const child = { ...NEW_SESSION, parent };
    expect(hasReadWhole(child, DOC)).toBe(true);
    expect(hasReadWhole({ ...NEW_SESSION, parent: child }, DOC)).toBe(true);
    expect(parent).toEqual(after(read(1, 3, 3)));
  });

  it("takes over the docs that memory-reader has read, those of the task among them", () => {
    const progress = "details/progress.md";
    const session = after(
      { kind: "doc-read", doc: progress, lines: "whole" },
      { kind: "memory-reader-returned", read: ["details/design/a.md", DOC] },
    );
    expect(hasReadWhole(session, DOC)).toBe(true);
    expect(session.anchors).toEqual([progress, "details/design/a.md"]);
  });

  it("knows memory-reader's answer from the background by the session that it was asked in", () => {
    const back = (worker: string): SessionEvent => ({
      kind: "worker-returned",
      worker,
      read: [DOC],
    });
    const asked = after({ kind: "memory-reader-started", worker: "a" });
    expect(knows(asked)).toBe(false);
    expect(knows(advance(asked, back("b")))).toBe(false);
    const known = advance(asked, back("a"));
    expect(knows(known)).toBe(true);
    const later = advance(known, { kind: "turn-started" });
    expect(knows(advance(later, back("a")))).toBe(false);
  });

  it("agrees with a set of lines, whatever the parts and their order", () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }))
      .map(([from, length]) => ({ from, to: Math.min(30, from + length), total: 30 }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges: LineRange[]) => {
        const lines = new Set<number>();
        for (const { from, to } of ranges) {
          for (let line = from; line <= to; line++) lines.add(line);
        }
        const session = after(...ranges.map(({ from, to }) => read(from, to, 30)));
        expect(hasReadWhole(session, DOC)).toBe(lines.size === 30);
        const unread = Array.from({ length: 31 }, (_, line) => line + 1).find((n) => !lines.has(n));
        if (lines.size < 30) expect(firstUnreadLine(session, CONVENTIONS)).toBe(unread);
      }),
    );
  });
});
