import { describe, expect, it } from "vitest";
import { readMake } from "./make.ts";
import { createView } from "./view.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

function commandsOf(text: string): string[] {
  const file = { path: "Makefile", text, isCut: false };
  return readMake(createView([file], [], () => {})).map(
    ({ purpose, command }) => `${purpose} = ${command}`,
  );
}

/** What is said of `make` alone. */
function bareOf(...lines: readonly string[]): string | undefined {
  return commandsOf(`${lines.join("\n")}\n`)
    .find((command) => command.endsWith(" = make"))
    ?.replace(" = make", "");
}

describe("make without a target", () => {
  it("is called by all that it makes", () => {
    expect(bareOf("default: all", "all: fmt test", "fmt:", "\tgofmt -w .", "test: deps")).toBe(
      "install, test, format",
    );
    expect(bareOf("all: pot lid", "pot: pot.o", "\t$(CC) -o $@ pot.o")).toBe("build");
    expect(bareOf("$(POT): pot.rs", "\tcargo build --locked", "install: $(POT)")).toBe("build");
    expect(bareOf("all: compile check-lids", "check-lids:", "\tnpm run lint")).toBe("build, lint");
  });

  it("is called by its goal where nothing tells what that does", () => {
    expect(bareOf("default: all", ".DEFAULT:", "\tcd src && $(MAKE) $@")).toBe("all");
    expect(bareOf("all:", "\t./pour.sh")).toBe("all");
    expect(bareOf("all:", "\trm -rf build/ out/test lib/fmt.o && ./pour.sh")).toBe("all");
  });

  it("is left out where it prints help, or has a task of that name", () => {
    expect(bareOf("help:", "\t@grep '##' $(MAKEFILE_LIST)", "all: build", "build:")).toBe(
      undefined,
    );
    expect(bareOf("default:", "\t@echo tea", "\t@printf 'more tea'", "build:")).toBe(undefined);
    expect(bareOf("all: help", "help:", "\t@./list-tasks", "build:")).toBe(undefined);
    expect(bareOf("test:", "\tgo test ./...", "all: test")).toBe(undefined);
    expect(bareOf("all: build", "build:", "\tcc pot.c")).toBe(undefined);
  });

  it("is left out where another file may have the first rule", () => {
    expect(bareOf("include rules.mk", "all: lib", "lib:", "\tcc lib.c")).toBe(undefined);
    expect(bareOf("include a.mk", ".DEFAULT_GOAL := all", "all: lib", "lib:", "\tcc a.c")).toBe(
      "build",
    );
    expect(bareOf("-include .env", "all:", "\tcc pot.c")).toBe("build");
  });

  it("is set by .DEFAULT_GOAL", () => {
    expect(bareOf(".DEFAULT_GOAL := help", "all:", "\tcc pot.c", "help:")).toBe(undefined);
  });

  it("does not take words of a message, variables and files for tasks", () => {
    expect(
      commandsOf(
        [
          "ifeq (, $(shell which pot))",
          '$(warning "no pot in $(PATH), run: brew pot")',
          "endif",
          "SPEED := 3",
          "test: FLAGS = -v",
          "test: unit",
          "lib/pot.o: pot.c",
          "%.o: %.c",
        ].join("\n"),
      ),
    ).toEqual(["test = make test"]);
  });

  it("is told in time that grows with the text", () => {
    for (const hostile of ["a ", "a:", "$(", "all: b\nb: all\n", "a\\\n", "define x\n"]) {
      const begin = cpuTime();
      commandsOf(hostile.repeat(10_000));
      expect(cpuTime() - begin).toBeLessThan(1000);
    }
  });
});
