import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { LogLine, LogPart } from "../../types.ts";
import { tailLogs } from "./tail-log.ts";

const entry = (turn: number): LogLine => ({ v: 2, at: turn, session: "s", turn, kind: "turn" });
const line = (turn: number) => `${JSON.stringify(entry(turn))}\n`;
const lines = (...turns: number[]) => turns.map(line).join("");

function aLog(files: Readonly<Record<string, string>> = {}) {
  const folder = tempProject(files);
  const tail = tailLogs([folder]);
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

describe("tailLogs", () => {
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
});

it("several logs are one, in order of time as far as each look goes", () => {
  const folders = [tempProject(), tempProject()];
  const add = (folder: number, ...turns: number[]) =>
    appendFileSync(join(folders[folder] ?? "", "decisions.jsonl"), lines(...turns));
  const tail = tailLogs(folders);
  const times = ({ from, entries }: LogPart) => [from, ...entries.map(({ at }) => at)];
  add(0, 1, 4);
  add(1, 2, 3);
  expect(times(tail.poll())).toEqual([0, 1, 2, 3, 4]);
  add(1, 0);
  expect(times(tail.poll())).toEqual([4, 0]);
  expect(times(tail.log())).toEqual([0, 1, 2, 3, 4, 0]);
});
