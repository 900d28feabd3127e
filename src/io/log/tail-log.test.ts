import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { LogLine } from "../../types.ts";
import { type LogTail, joinTails, tailLog } from "./tail-log.ts";

const entry = (turn: number): LogLine => ({ v: 1, at: turn, session: "s", turn, kind: "turn" });
const line = (turn: number) => `${JSON.stringify(entry(turn))}\n`;
const lines = (...turns: number[]) => turns.map(line).join("");

function aLog(files: Readonly<Record<string, string>> = {}) {
  const folder = tempProject(files);
  const tail = tailLog(folder);
  return {
    current: join(folder, "decisions.jsonl"),
    older: join(folder, "decisions.1.jsonl"),
    poll: () => {
      const { from, entries } = tail.poll();
      return [from, ...entries.map(({ turn }) => turn)];
    },
    all: () => tail.log().entries.map(({ turn }) => turn),
  };
}

describe("tailLog", () => {
  it("reads the older file, then the current one, then what comes", () => {
    const log = aLog({ "decisions.1.jsonl": lines(1, 2), "decisions.jsonl": lines(3) });
    expect(log.poll()).toEqual([0, 1, 2, 3]);
    expect(log.poll()).toEqual([3]);
    appendFileSync(log.current, lines(4, 5));
    expect(log.poll()).toEqual([3, 4, 5]);
    expect(log.all()).toEqual([1, 2, 3, 4, 5]);
  });

  it("waits for a log that is not there yet, and for a line that is not finished", () => {
    const log = aLog();
    expect(log.poll()).toEqual([0]);
    writeFileSync(log.current, line(1).slice(0, 10));
    expect(log.poll()).toEqual([0]);
    appendFileSync(log.current, `${line(1).slice(10)}not json\n${line(2)}`);
    expect(log.poll()).toEqual([0, 1, 2]);
  });

  it("does not lose what was written just before the log was rotated", () => {
    const log = aLog({ "decisions.jsonl": lines(1) });
    expect(log.poll()).toEqual([0, 1]);
    appendFileSync(log.current, lines(2));
    renameSync(log.current, log.older);
    expect(log.poll()).toEqual([1, 2]);
    writeFileSync(log.current, lines(3));
    expect(log.poll()).toEqual([2, 3]);
    expect(log.all()).toEqual([1, 2, 3]);
  });

  it("begins anew with a log that was emptied or replaced", () => {
    const log = aLog({ "decisions.jsonl": lines(1, 2) });
    log.poll();
    truncateSync(log.current);
    expect(log.poll()).toEqual([2]);
    appendFileSync(log.current, lines(3));
    expect(log.poll()).toEqual([2, 3]);
    rmSync(log.current);
    expect(log.poll()).toEqual([3]);
    writeFileSync(log.current, lines(4));
    expect(log.poll()).toEqual([3, 4]);
  });

  it("keeps the newest of a long log, and counts the rest", () => {
    const turns = Array.from({ length: 20_100 }, (_, index) => index);
    const log = aLog({ "decisions.jsonl": lines(...turns) });
    log.poll();
    expect(log.all()).toEqual(turns.slice(100));
    appendFileSync(log.current, lines(20_100));
    expect(log.poll()).toEqual([20_100, 20_100]);
    expect(log.all()).toEqual([...turns.slice(101), 20_100]);
  });
});

describe("several logs as one", () => {
  /** A log that gives these parts, look by look. */
  const aTail = (...parts: number[][]): LogTail => {
    let from = 0;
    const poll = () => {
      const entries = (parts.shift() ?? []).map(entry);
      from += entries.length;
      return { from: from - entries.length, entries };
    };
    return { poll, log: () => ({ from: 0, entries: [] }) };
  };

  it("are in order of time, and what has its number keeps it", () => {
    const joined = joinTails([aTail([1, 4], [5]), aTail([2, 3], [], [0])]);
    const times = ({ entries }: { readonly entries: readonly LogLine[] }) =>
      entries.map(({ at }) => at);
    expect(times(joined.poll())).toEqual([1, 2, 3, 4]);
    expect(joined.poll()).toMatchObject({ from: 4 });
    expect(joined.poll()).toMatchObject({ from: 5 });
    expect(times(joined.log())).toEqual([1, 2, 3, 4, 5, 0]);
  });
});
