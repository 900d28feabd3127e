import { describe, expect, it } from "vitest";
import { findTargets, readMake } from "./make.ts";
import { createView } from "./view.ts";

const commandsOf = (text: string) =>
  readMake(createView([{ path: "Makefile", text, isCut: false }], [], () => {})).map(
    ({ purpose, command }) => `${purpose}: ${command}`,
  );

describe("tasks of make", () => {
  it("are its plain targets; those with a known purpose come first", () => {
    const text =
      ".PHONY: all\nall: build\nbuild:\n\tcc\nX := test:\ndeploy check: build\n\tx\nunit-test:\n\ty\n%.o: %.c\n";
    expect(commandsOf(text)).toEqual([
      "test: make unit-test",
      "build: make build",
      "deploy: make deploy",
      "check: make check",
    ]);
  });

  it("are unknown where a file is included or a name is computed", () => {
    expect(findTargets("a: b\n\tc\n")).toEqual(["a"]);
    for (const odd of ["include x.mk\na:\n", "%.o: %.c\n", "$(eval a:)\n"])
      expect(findTargets(odd)).toBeUndefined();
  });
});
