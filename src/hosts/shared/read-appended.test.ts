import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readAppended } from "./read-appended.ts";

const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
const path = join(folder, "transcript.jsonl");
beforeEach(() => rmSync(path, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what was added to a file", () => {
  it("is nothing where there is no file, or nothing new", () => {
    expect(readAppended(path, undefined)).toBeUndefined();
    writeFileSync(path, "a\n");
    expect(readAppended(path, readAppended(path, undefined)?.mark)).toBeUndefined();
  });

  it("is its whole lines: one that is cut is read when it has ended", () => {
    writeFileSync(path, "a\nb");
    const first = readAppended(path, undefined);
    expect(first).toMatchObject({ text: "a\n", isWhole: true });
    expect(readAppended(path, first?.mark)).toBeUndefined();
    appendFileSync(path, "ü\nc\n");
    expect(readAppended(path, first?.mark)).toMatchObject({ text: "bü\nc\n", isWhole: false });
  });

  it("is all of it where another file has taken its place, or it was cut", () => {
    writeFileSync(path, "a\nb\nc\n");
    const mark = readAppended(path, undefined)?.mark;
    writeFileSync(`${path}.new`, "c\nd\ne\nf\n");
    renameSync(`${path}.new`, path);
    const second = readAppended(path, mark);
    expect(second).toMatchObject({ text: "c\nd\ne\nf\n", isWhole: true });
    truncateSync(path, 2);
    expect(readAppended(path, second?.mark)).toMatchObject({ text: "c\n", isWhole: true });
  });
});
