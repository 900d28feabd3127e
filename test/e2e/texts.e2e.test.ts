import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { gitIn } from "../helpers/git.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempFolder } from "../helpers/temp-project.ts";
import { BROKEN_DOC } from "../helpers/broken-doc.ts";

/** What the command line shows, in a narrow terminal and in Chinese, over a bank with something of everything. */
const EXAMPLE = fileURLToPath(new URL("../../examples/chinese-project", import.meta.url));

const COMMANDS = [
  "--help",
  ..."install uninstall status explain refresh view report check diff doctor restore"
    .split(" ")
    .map((name) => `help ${name}`),
  "status",
  "status elsewhere",
  "check",
  "check --fix --dry-run",
  "check elsewhere",
  "check --all",
  "check --changed",
  "check --format xml",
  "diff",
  "diff no-such",
  "status --all",
  "report",
  "report --days",
  "report --since tomorrow",
  "refresh --dry-run",
  "refresh elsewhere --dry-run",
  "doctor",
  "restore",
  "restore k-1",
  "explain --last 20",
  "explain --last x",
  "explain --edit package.json src/roster.ts",
  "explain --edit memory-bank/details/a.txt",
  "explain --bash 'rm -rf memory-bank'",
  "explain --bash 'node build.js'",
  "explain --bash 'node build.js &'",
  "explain",
  "install --dry-run",
  "uninstall --dry-run",
  "no-such",
  "check --no-such",
];

let folder = "";
let root = "";
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = tempFolder();
  root = join(folder, "zh");
  cpSync(EXAMPLE, root, { recursive: true });
  mkdirSync(join(root, "elsewhere/src"), { recursive: true });
  gitIn(join(root, "elsewhere"), ["init", "-q"]);
  writeFileSync(
    join(root, "elsewhere/package.json"),
    '{ "name": "elsewhere", "version": "1.0.0" }\n',
  );
  writeFileSync(join(root, "memory-bank/details/broken.md"), BROKEN_DOC);
  root = realpathSync(root);
  gitIn(root, ["init", "-q"]);
  env = { XDG_STATE_HOME: join(folder, "state"), HOME: folder, MEMORY_BANK_LOG: "on" };
  await work();
});

/** A session in which everything happens that the log and the store of kept versions can tell of. */
async function work(): Promise<void> {
  const before = process.env["XDG_STATE_HOME"];
  process.env["XDG_STATE_HOME"] = join(folder, "state");
  try {
    const host = startFakeHost(root, { guardMode: "block" });
    const entry = join(root, "memory-bank/MEMORY.md");
    await host.hear("s", "改一下");
    await host.call("s", "PUT package.json", "{}", () => {});
    await host.call("s", "SHOW memory-bank/details/patterns.md");
    await host.call("s", "PUT package.json", "{}", () => {});
    await host.call("s", "RUN rm -rf memory-bank", "", () => {});
    await host.call("s", "PUT memory-bank/details/tech.md", "# 无\n", () => {});
    await host.call("s", `RUN node -e "f()"`, "", () => writeFileSync(entry, "x\n"));
    await host.call("s", "RUN make docs", "", () =>
      writeFileSync(join(root, "memory-bank/details/progress.md"), "y\n"),
    );
    host.compact("s");
    await host.call("s", "PUT package.json", "{}", () => {});
    host.runtime.close();
  } finally {
    if (before === undefined) delete process.env["XDG_STATE_HOME"];
    else process.env["XDG_STATE_HOME"] = before;
  }
}

const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? "");

/** Names of things, and words that are typed as they stand. */
const NAMES =
  /\b(?:OpenCode|opencode|Claude Code|Codex|codex|Bun|Node|Markdown|JSON|AI|Memory Bank|Agent|git|shell|PATH|kB|MB)\b/g;
/** Paths, options, rules, commands, settings and their values, code: everything that somebody may have to type. */
const CODE = [
  // First, and whole: a checkout may stand in a folder whose name is one of the words below.
  /file:\/\/\S+/g,
  /`[^`]*`|“[^”]*”|"[^"]*"/g,
  /^ {2}\$ .*$/gm,
  /^ {4}[-+] .*$|^ {2}[-+] .*$/gm,
  /\(rule: [a-z-]+\)/g,
  /\((?:rule: )?[a-z-]+\)$/gm,
  /\b(?:help|install|uninstall|status|explain|refresh|view|report|check|diff|doctor|restore|merge)\b/g,
  /^ {2}(?:dir|id|doc|ref) /gm,
  /\{ filePath: /g,
  /\bmake\b|\bnode\b|\bread\(/g,
  /\[[a-zA-Z]+(?:\.{3})?\]|<[a-z]+(?:\.{3})?>|\[y\/N\]/g,
  /\b[\da-f]{6,}\b/g,
  /[\w@~]*(?:[/._:-]+[\w@…~]+)+/g,
  /\b(?:SHOW|PUT|RUN)\b[^，。]*/g,
  /\b(?:warn|block|off|on|en|zh|before|after|default|text|sarif|github|markdown)\b/g,
  /\b[A-Z]+_[A-Z_]+\b|\b(?:guardMode|log)\b/g,
];

describe("under --lang zh no English is left", () => {
  test.each(COMMANDS)("%s", (command) => {
    const { stdout, stderr } = runCli([...wordsOf(command), "--lang", "zh"], { cwd: root, env });
    const shown = stdout + stderr;
    expect(shown.trim()).not.toBe("");
    const rest = CODE.reduce((text, code) => text.replaceAll(code, " "), shown);
    const words = rest.replaceAll(NAMES, " ").match(/[A-Za-z]{2,}/g) ?? [];
    expect(words, shown).toEqual([]);
  });
});
