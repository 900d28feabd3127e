import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rgPath } from "@vscode/ripgrep";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OH_MY_OPENCODE, SERVERS, hasTmux, installBeside } from "../../scripts/beside.mjs";
import { type Project, say } from "./kit/index.ts";
import { builtPlugin } from "./kit/project.ts";
import { bash, read } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

installBeside();

// What it starts outlives the host: a tmux server and a daemon for language servers, both below this folder.
const folder = mkdtempSync(join(tmpdir(), "memory-bank-beside-"));
const bench = useHost({
  env: {
    PATH: [SERVERS, dirname(rgPath), process.env["PATH"]].join(delimiter),
    TMUX_TMPDIR: folder,
    OMO_LSP_DAEMON_DIR: folder,
  },
});

const tmux = (...args: string[]) =>
  execFileSync("tmux", args, { env: { ...process.env, TMUX_TMPDIR: folder }, stdio: "pipe" });

afterAll(() => {
  if (hasTmux()) {
    try {
      tmux("kill-server");
    } catch {
      // It was never started.
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith("daemon.pid")) process.kill(Number(readFileSync(join(folder, name), "utf8")));
  }
  rmSync(folder, { recursive: true, force: true });
});

const SAMPLE = 'import { tea } from "../../src/shop";\nexport const pot = tea;\n';

/** It reads its config once per process, so there is one project. Code in the bank is there for a rename to reach. */
let project: Project;
beforeAll(() => {
  project = bench.project({
    plugin: [
      builtPlugin({ guardMode: "block", approval: "off" }),
      pathToFileURL(OH_MY_OPENCODE).href,
    ],
    files: {
      ...FILES,
      "tsconfig.json": '{ "include": ["src", "memory-bank"] }\n',
      "src/cup.ts": 'import { tea } from "./shop";\nexport const cup = tea;\n',
      "memory-bank/details/sample.ts": SAMPLE,
      "append.sh": "echo '- x' >> memory-bank/details/patterns.md; touch appended.txt\n",
      ".opencode/oh-my-opencode.json": JSON.stringify({ hashline_edit: true }),
    },
  });
});

test("what its read shows counts as read, and opens the gate", async () => {
  const results = await bench.play(project, "Read and write", [
    bash("echo '{}' > package.json"),
    read("memory-bank/details/patterns.md"),
    bash("echo '{}' > package.json"),
    say("Done."),
  ]);
  expect(results[0]).toContain("(rule: read-before-write)");
  // Its own form: a line's number, its hash, its text.
  expect(results[1]).toMatch(/\n60#\w\w\|- convention 60\n/);
  expect(results[2]).not.toContain("rule:");
  expect(project.read("package.json")).toBe("{}\n");
});
