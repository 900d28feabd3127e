import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";
import { UNKNOWN_NUMBER } from "./value.ts";

const WORLD: ShellWorld = {
  home: "/home/me",
  start: "/p",
  root: "/p",
  bank: "/p/memory-bank",
  isThere: () => false,
  isFolder: () => false,
  list: () => [],
  isLink: () => false,
  realPath: (path) => path,
  read: () => undefined,
  variable: () => undefined,
  isOwnCli: () => false,
};

function written(command: string): string[] {
  const { writes, computed } = analyzeCommand(command, WORLD);
  return [...writes, ...computed].map((each) =>
    "path" in each ? each.path.replaceAll(UNKNOWN_NUMBER, "#") : "?",
  );
}

describe("a number that only the shell knows", () => {
  it.each([
    ["echo x > a-$$.log", ["/p/a-#.log"]],
    ["echo x > $$", ["/p/#"]],
    ["echo x > a-$RANDOM$SECONDS", ["/p/a-##"]],
    ["echo x > a-$((RANDOM % 3))", ["/p/a-#"]],
    ["i=$UNSET; i=$((i + 1)); echo x > /tmp/$i", ["/tmp/#"]],
    ["echo x > a-${#UNSET}", ["/p/a-#"]],
    ["echo x > log-$(date +%Y-%m-%d_%H%M%S).txt", ["/p/log-#-#-#_###.txt"]],
    ["f=$(date +%s); echo x > /tmp/memory-bank-$f", ["/tmp/memory-bank-#"]],
    ["cd /tmp/a-$$ && mkdir memory-bank", ["/tmp/a-#/memory-bank"]],
    ["ln -s /p/memory-bank l-$$; echo x > l-$$/a.md", ["/p/l-#", "/p/memory-bank/a.md"]],
  ])("%s: a name without folders", (command, paths) => {
    expect(written(command)).toEqual(paths);
  });

  it.each([
    "if ((RANDOM < 40000)); then echo x > a; fi",
    "[ $$ -gt 1 ] && echo x > a",
    "[ $(date +%H) -lt 25 ] && echo x > a",
    "unset RANDOM; echo x > a$RANDOM",
  ])("%s: a value that decides nothing", (command) => {
    expect(written(command)).toContain("/p/a");
  });

  it.each(["echo x > $(date +%D)", "echo x > $(date)", "sh -c 'echo x > m$RANDOM'", "echo x > $!"])(
    "%s: something else",
    (command) => {
      expect(written(command).join()).toMatch(/\?|\0/);
    },
  );
});
