import { describe, expect, it } from "vitest";
import { sampleLog } from "../../test/helpers/sample-bank.ts";
import type { LogLine } from "../types.ts";
import { pickLines } from "./figures.ts";
import { readTitles, tellStories } from "./timeline.ts";

const NOW = Date.UTC(2026, 10, 16, 12);

describe("tellStories", () => {
  it("tells the newest session first, turn by turn", () => {
    const [latest, earlier, ...none] = tellStories(sampleLog(NOW), 100);
    expect(none).toEqual([]);
    expect(latest?.id).toBe("ses_9b27e6d1");
    expect(earlier?.id).toBe("ses_4f1c20a7");
    expect(latest?.turns.map(({ happenings }) => happenings.map(({ kind }) => kind))).toEqual([
      ["reads", "decision", "reads", "decision", "decision"],
      ["decision", "effect", "reader", "compacted", "decision", "reads", "recovered"],
      ["decision", "decision", "proposal"],
      ["proposal", "decision", "proposal"],
    ]);
  });

  it("tells only what is asked for, under the same numbers", () => {
    const entries = sampleLog(NOW);
    const refused = new Set(pickLines("refused", entries));
    const idsOf = (isTold?: (line: LogLine) => boolean) =>
      tellStories(entries, 7, isTold).flatMap(({ turns }) =>
        turns.flatMap(({ happenings }) => happenings.map(({ id }) => id)),
      );
    const ids = idsOf((line) => refused.has(line));
    expect(ids.map((id) => entries[id - 7])).toEqual([...refused]);
    for (const id of ids) expect(idsOf()).toContain(id);
  });

  it("calls a session what the host called it last; a title alone makes no story", () => {
    const titled = (session: string, title: string): LogLine => ({
      v: 2,
      at: NOW,
      session,
      turn: 1,
      kind: "titled",
      title,
    });
    const entries = [...sampleLog(NOW), titled("ses_9b27e6d1", "Renamed"), titled("other", "x")];
    expect(readTitles(entries).get("ses_9b27e6d1")).toBe("Renamed");
    expect(readTitles(entries).get("ses_4f1c20a7")).toBeUndefined();
    expect(tellStories(entries)).toHaveLength(2);
  });

  it("puts a subagent's doings into its parent's story", () => {
    const base = { v: 2, at: 1, turn: 1 } as const;
    const entries: LogLine[] = [
      { ...base, session: "root", kind: "turn" },
      { ...base, session: "root", kind: "read", doc: "a.md", whole: true },
      { ...base, session: "child", root: "root", kind: "read", doc: "b.md", whole: true },
    ];
    const [story, ...none] = tellStories(entries);
    expect(none).toEqual([]);
    expect(story?.turns[0]?.happenings.map(({ isSubagents }) => isSubagents)).toEqual([
      false,
      true,
    ]);
  });
});
