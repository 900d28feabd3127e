import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { buryDead, showLife } from "./lives.ts";

let home = "";
const folder = () => join(home, "memory-bank", "threads");
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "memory-bank-"));
  vi.stubEnv("XDG_STATE_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

it("a thread's file holds the process that judges its calls, on one line", () => {
  showLife("01a1ec0a-fb22");
  expect(readFileSync(join(folder(), "01a1ec0a-fb22"), "utf8")).toBe(`${process.pid}\n`);
});

it("whatever a thread is called, its file is in the folder", () => {
  for (const thread of ["../../up", "/etc/passwd", "a/b", ".."]) showLife(thread);
  expect(readdirSync(folder()).toSorted()).toEqual(["ab", "etcpasswd", "up"]);
  expect(readdirSync(home)).toEqual(["memory-bank"]);
});

it("the dead are buried, and oneself; who lives stays", () => {
  showLife("mine");
  const files = { alive: `${process.ppid}\n`, dead: "999999999\n", broken: "x", empty: "" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder(), name), text);
  mkdirSync(join(folder(), "odd"));
  buryDead();
  expect(existsSync(join(folder(), "alive"))).toBe(true);
  for (const name of ["mine", "dead", "broken"])
    expect(existsSync(join(folder(), name))).toBe(false);
});

it("nothing is thrown where nothing can be written or read", () => {
  buryDead();
  writeFileSync(join(home, "memory-bank"), "a file");
  showLife("x");
  buryDead();
  expect(readFileSync(join(home, "memory-bank"), "utf8")).toBe("a file");
});
