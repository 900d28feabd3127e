import { describe, expect, it } from "vitest";
import { toTaskCommands } from "./tasks.ts";

const purposes = (...tasks: string[]) =>
  toTaskCommands(tasks, (task) => `run ${task}`, "f").map(
    ({ purpose, command }) => `${purpose}: ${command}`,
  );

describe("toTaskCommands", () => {
  it("finds the purpose in the name, the most telling one first", () => {
    expect(purposes("fmt", "type-check", "compile", "build", "tests")).toEqual([
      "build: run build",
      "test: run tests",
      "format: run fmt",
      "types: run type-check",
      "compile: run compile",
    ]);
  });

  it("prefers variants of known purposes, then useful tasks, and not too many of a kind", () => {
    expect(
      purposes("zip", "clean", "test:a", "test:b", "test:c", "test:d", "authors", "docs", "x"),
    ).toEqual([
      "test:a: run test:a",
      "test:b: run test:b",
      "test:c: run test:c",
      "clean: run clean",
      "docs: run docs",
      "zip: run zip",
    ]);
  });

  it("leaves out names that a shell would read otherwise", () => {
    expect(purposes("a b", "x;rm", "-rf", "$HOME", "`x`", "é", "y".repeat(41), "ok", "ok")).toEqual(
      ["ok: run ok"],
    );
  });
});
