import { describe, expect, it } from "vitest";
import { readKnownCommands } from "./known-commands.ts";

const scripts = (...texts: (string | undefined)[]) =>
  readKnownCommands(texts.map((text, index) => ({ path: `p${index}/package.json`, text }))).scripts;
const targets = (text: string) => readKnownCommands([{ path: "Makefile", text }]).targets;

describe("readKnownCommands", () => {
  it("joins the scripts of all manifests", () => {
    const found = scripts(
      '{ "scripts": { "a": "x", "b": "y" } }',
      '\uFEFF{ "scripts": { "c": "z" } }',
    );
    expect([...(found ?? [])]).toEqual(["a", "b", "c"]);
    expect([...(scripts('{ "name": "x" }') ?? ["none"])]).toEqual([]);
  });

  it("cannot tell where there is no manifest, or one that cannot be read", () => {
    expect(scripts()).toBeUndefined();
    expect(scripts('{ "scripts": {} }', undefined)).toBeUndefined();
    expect(scripts("{ broken")).toBeUndefined();
  });

  it("reads targets", () => {
    const text =
      ".PHONY: all\nVAR := x\nall lint: deps \\\n  more\n\techo a: b\nout/x.js: y\nclean::\n";
    expect([...(targets(text) ?? [])]).toEqual([".PHONY", "all", "lint", "out/x.js", "clean"]);
  });

  it.each(["include other.mk\n", "%.o: %.c\n", "$(NAME): x\n", "define x\nendef\n"])(
    "cannot tell with %j",
    (text) => {
      expect(targets(`all:\n${text}`)).toBeUndefined();
    },
  );
});
