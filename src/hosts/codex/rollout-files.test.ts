import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { rolloutPath } from "../../../test/helpers/written-rollout.ts";
import { findFile, findThread, readMeta, readUpTo } from "./rollout-files.ts";

const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
let sessions = "";
beforeEach(() => (sessions = join(mkdtempSync(join(folder, "case-")), "sessions")));
afterAll(() => rmSync(folder, { recursive: true }));

function put(time: string, name: string, text = "\n"): string {
  const path = rolloutPath(sessions, time, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it("a thread is in the latest file that bears its name, whatever day it began on", () => {
  const first = put("2026-09-30T23-59-59", "aaa");
  expect(findThread(first, "aaa")).toBe(first);
  const second = put("2026-10-01T00-00-01", "aaa_bbb");
  const third = put("2026-10-01T00-00-02", "aaa_ccc");
  put("2026-10-01T00-00-03", "ddd");
  expect(findThread(first, "aaa")).toBe(third);
  const fourth = put("2027-01-01T00-00-00", "aaa_eee");
  expect(findThread(second, "aaa")).toBe(fourth);
});

it("a file is found by what its name ends in", () => {
  const first = put("2026-11-18T00-00-01", "aaa");
  const second = put("2026-11-18T00-00-02", "aaa_bbb");
  expect(findFile(first, "aaa")).toBe(first);
  expect(findFile(first, "bbb")).toBe(second);
});

it("who only looks like it, or is elsewhere, is nobody", () => {
  const first = put("2026-11-18T00-00-01", "aaa");
  put("2026-11-18T00-00-02", "xaaa");
  writeFileSync(join(dirname(first), "rollout-2026-11-18T00-00-03-aaa.jsonl.tmp"), "");
  mkdirSync(join(sessions, "archived", "11", "18"), { recursive: true });
  writeFileSync(join(sessions, "archived", "11", "18", "rollout-9-aaa.jsonl"), "");
  expect(findThread(first, "aaa")).toBe(first);
  for (const id of ["zzz", "../aaa", "/etc/passwd", "*", ""])
    expect(findThread(first, id)).toBe("");
});

it("there may be no folder at all", () => {
  expect(findThread(join(sessions, "2026", "11", "18", "x.jsonl"), "aaa")).toBe("");
  expect(findThread(join(folder, "x.jsonl"), "aaa")).toBe("");
  expect(findThread("", "aaa")).toBe("");
});

it("the first line tells whose it is, however long it is", () => {
  const meta = { id: "aaa", base: "é".repeat(100_000) };
  const line = JSON.stringify({ type: "session_meta", payload: meta });
  expect(readMeta(put("2026-11-18T00-00-01", "aaa", `${line}\n{"more":1}\n`))).toEqual(meta);
});

it("a first line that is broken or not there tells nothing", () => {
  expect(readMeta(put("2026-11-18T00-00-02", "bbb", '{"payload":\n'))).toBeUndefined();
  expect(readMeta(put("2026-11-18T00-00-03", "ccc", ""))).toBeUndefined();
  expect(readMeta(join(sessions, "nowhere.jsonl"))).toBeUndefined();
  expect(readMeta(sessions)).toBeUndefined();
  expect(readMeta("")).toBeUndefined();
});

it("a beginning is read up to its byte, or as far as there is something", () => {
  const path = put("2026-11-18T00-00-01", "aaa", "é1\né2\n");
  expect(readUpTo(path, 4)).toBe("é1\n");
  expect(readUpTo(path, 1000)).toBe("é1\né2\n");
  expect(readUpTo(path, -5)).toBe("");
  expect(readUpTo(join(sessions, "nowhere.jsonl"), 4)).toBe("");
});
