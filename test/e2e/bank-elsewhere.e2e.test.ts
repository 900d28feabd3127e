import { expect, test } from "vitest";
import { say } from "./kit/index.ts";
import { bash, editManifest, read, write } from "./steps.ts";
import { ENTRY, PATTERNS, useHost } from "./use-host.ts";

const bench = useHost();
const GUARD = "(rule: guard-memory-files)";
const CLINE = {
  "cline_docs/projectbrief.md": "# Brief\n\nA shop that sells tea.\n",
  "cline_docs/activeContext.md": "# Active\n\n## Current focus\n\nThe basket.\n",
  "cline_docs/systemPatterns.md": PATTERNS,
  "package.json": '{ "name": "tea", "version": "1.0.0" }\n',
};
const system = (text: string) => bench.model.main(text)[0]?.system.join("\n") ?? "";

test("option bank: the block's addresses are right, the gate asks there, the shell may not write there", async () => {
  const files = {
    "cline_docs/MEMORY.md": ENTRY,
    "cline_docs/details/patterns.md": PATTERNS,
    "memory-bank/notes.txt": "not the bank\n",
    "package.json": CLINE["package.json"],
  };
  const options = { bank: "cline_docs", guardMode: "block", approval: "off" };
  const project = bench.project({ files, plugin: options });
  const [shell, code, gated, shown, edited, doc, other] = await bench.play(project, "Work on it", [
    bash("echo x >> cline_docs/MEMORY.md"),
    bash(
      "node -e \"require('fs').writeFileSync([...'scod_enilc'].reverse().join('') + '/MEMORY.md', 'gone')\"",
    ),
    editManifest(),
    read("cline_docs/details/patterns.md"),
    editManifest(),
    write("cline_docs/details/tech.md", "# Tech\n"),
    bash("rm memory-bank/notes.txt"),
    say("Done."),
  ]);
  const block = system("Work on it");
  expect(block).toContain("Memory of this project, from cline_docs/MEMORY.md");
  expect(block).toContain("change only .md docs in cline_docs/");
  expect(shell).toContain("shell commands may not write into cline_docs/.");
  expect(shell).toContain(GUARD);
  expect(code).toContain("changed cline_docs/MEMORY.md");
  expect(project.read("cline_docs/MEMORY.md")).toBe(ENTRY);
  expect(gated).toContain("cline_docs/details/patterns.md");
  expect(gated).toContain("(rule: read-before-write)");
  expect(shown).toContain("convention 60");
  expect(edited).not.toContain("(rule:");
  expect(doc).toContain("(guideline: ");
  expect(other).not.toContain(GUARD);
  expect(project.exists("memory-bank/notes.txt")).toBe(false);
});
