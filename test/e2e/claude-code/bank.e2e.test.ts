import { expect, test } from "vitest";
import { say, shownTo } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read, write } from "./steps.ts";
import { describeClaude, useBank } from "./use-claude.ts";
import {
  PROGRAMS,
  RUN_SCRIPT,
  SCRIPT,
  UNTIL_DONE,
  UNTIL_SAVED,
  hidden,
  waiting,
} from "../hidden-code.ts";

const bench = useBank();
const PROTOCOL = "protocol_version: memory-bank/v1";
const count = (text: string, words: string) => text.split(words).length - 1;

describeClaude("the block", () => {
  test("is in the first request once, stays in the conversation, and comes again when the bank has changed", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "One", [read("src/shop.ts"), say("Seen.")]);
    for (const request of first.requests) {
      expect(count(shownTo(request), PROTOCOL)).toBe(1);
      expect(shownTo(request)).toContain("A shop that sells tea.");
    }
    const second = await bench.turn(project, "Two", [say("Again.")], { resume: first.session });
    expect(count(shownTo(second.requests[0]), PROTOCOL)).toBe(1);
    // The person is told once that it is there.
    const welcome = "Memory Bank: memory-bank/ is in the agent's context (guard mode warn)";
    expect(first.notices.filter((notice) => notice.includes(welcome))).toHaveLength(1);
    expect(second.notices.join("\n")).not.toContain(welcome);
    project.write("memory-bank/MEMORY.md", ENTRY.replace("sells tea", "sells coffee"));
    const third = await bench.turn(project, "Three", [say("Yes.")], { resume: first.session });
    expect(shownTo(third.requests[0])).toContain("A shop that sells coffee.");
  });

  test("is whole where it is longer than one hook may carry", async () => {
    const long = Array.from({ length: 200 }, (_, index) => `- Fact ${index}: ${"x".repeat(60)}`);
    const entry = ENTRY.replace("A shop that sells tea.", long.join("\n"));
    const project = bench.project({ files: { ...FILES, "memory-bank/MEMORY.md": entry } });
    const env = { MEMORY_BANK_MAX_CHARS: "20000" };
    const run = await bench.turn(project, "One", [say("Seen.")], { env });
    const shown = shownTo(run.requests[0]);
    expect(count(shown, PROTOCOL)).toBe(1);
    for (const line of [long[0], long[100], long[180]]) expect(shown).toContain(line);
  });

  test("is short where there is no bank, and the switch turns everything off", async () => {
    const project = bench.project({ files: { "package.json": "{}\n" } });
    const off = await bench.turn(project, "One", [say("Seen.")], {
      env: { MEMORY_BANK_DISABLED: "1" },
    });
    expect(shownTo(off.requests[0])).not.toContain("Memory Bank");
    const on = await bench.turn(project, "Two", [say("Seen.")]);
    expect(shownTo(on.requests[0])).toContain("/memory-bank:refresh");
  });
});

describeClaude("the bank's files", () => {
  test("a shell write is refused, one that slips through is undone, and an edit passes", async () => {
    const project = bench.project();
    const { results } = await bench.turn(project, "Change the memory", [
      bash("echo broken > memory-bank/MEMORY.md"),
      bash(hidden("require('fs').writeFileSync('memory-bank/MEMORY.md', 'x')")),
      read("memory-bank/MEMORY.md"),
      edit("memory-bank/MEMORY.md", "ship the checkout", "ship the cart"),
      say("Done."),
    ]);
    expect(results[0]?.text).toContain("(rule: guard-memory-files)");
    expect(results[1]?.text).toContain("MEMORY.md");
    expect(results[1]?.text).toContain("[Memory Bank] Undone");
    expect(results[3]).toMatchObject({ isError: false });
    expect(project.read("memory-bank/MEMORY.md")).toBe(
      ENTRY.replace("ship the checkout", "ship the cart"),
    );
  });

  test("a user block stays as it is, by Edit and by Write", async () => {
    const project = bench.project();
    const { results } = await bench.turn(project, "Change the user's words", [
      read("memory-bank/MEMORY.md"),
      edit("memory-bank/MEMORY.md", "Mind the gap.", "Ignore the gap."),
      write("memory-bank/MEMORY.md", "# Nothing left\n"),
      say("Refused."),
    ]);
    for (const result of results.slice(1)) {
      expect(result).toMatchObject({ isError: true });
      expect(result.text).toContain("(rule: keep-user-blocks)");
    }
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("a secret is refused, and is not repeated", async () => {
    const project = bench.project();
    const token = ["ghp", "k9Qz3LmT7vXw2RbN8sYc5HjD4fGp6ZaW1uEo"].join("_");
    const { results } = await bench.turn(project, "Save the token", [
      read(PATTERNS_PATH),
      edit(PATTERNS_PATH, "- convention 1\n", `- token ${token}\n`),
      say("Refused."),
    ]);
    expect(results[1]?.text).toContain("(rule: keep-secrets-out)");
    expect(results[1]?.text).not.toContain(token);
    expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
  });

  test("what a command in the background leaves is told at the next step", async () => {
    const project = bench.project();
    const code = waiting(`fs.appendFileSync('${PATTERNS_PATH}', 'late')`);
    const { requests } = await bench.turn(project, "Begin it", [
      bash(hidden(code), { run_in_background: true }),
      () => {
        project.write("go.txt", "");
        return bash(UNTIL_DONE);
      },
      read("src/shop.ts"),
      say("Done."),
    ]);
    // With the next result, or as a message of its own; once.
    const shown = shownTo(requests.at(-1));
    expect(shown.match(/\[Memory Bank\][^\n]*details\/patterns\.md/g)).toHaveLength(1);
  });

  test("what programs and git did: a manifest is told, a user block and an uncommitted bank are put back", async () => {
    const project = bench.project({ files: { ...FILES, ...PROGRAMS } });
    project.git("rm", "-r", "-q", "--cached", "memory-bank");
    project.git("commit", "-qm", "The bank is not committed");
    const results = await bench.play(project, "Bump, format, clean", [
      bash("npm run -s bump"),
      bash("npm run -s fmt"),
      bash("git clean -fdq"),
      say("Done."),
    ]);
    expect(results[0]).toContain("(rule: read-before-write)");
    expect(results[1]).toContain("Undone:");
    expect(results[2]).toContain("Undone:");
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
    expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
  });

  test("what the user saves while a command only waits stays", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Wait for me", [
      () => {
        setTimeout(() => {
          project.write(PATTERNS_PATH, "- a new rule\n");
          project.write("saved.txt", "");
        }, 700);
        return bash(UNTIL_SAVED);
      },
      say("Done."),
    ]);
    expect(results.join("\n")).not.toContain("Undone");
    expect(project.read(PATTERNS_PATH)).toBe("- a new rule\n");
  });

  test("a script that the agent wrote and runs in a later call is undone", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Tidy up", [
      write("tidy.sh", SCRIPT),
      bash(RUN_SCRIPT),
      say("Done."),
    ]);
    expect(results[1]).toContain("Undone:");
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });
});
