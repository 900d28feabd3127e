import { expect, test } from "vitest";
import { call, say, shownTo } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "../use-host.ts";
import { MODES } from "./modes.ts";
import { adding, deleting, patch, script, shell, toPatch, updating } from "./steps.ts";
import { CODE_MODE, describeCodex, useBank } from "./use-codex.ts";
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

describeCodex("the block", () => {
  test("is in the first request once, stays in the conversation, and is not repeated on resume", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "One", [shell("cat src/shop.ts"), say("Seen.")]);
    for (const request of first.requests) {
      expect(count(shownTo(request), PROTOCOL)).toBe(1);
      expect(shownTo(request)).toContain("A shop that sells tea.");
    }
    const second = await bench.turn(project, "Two", [say("Again.")], { resume: first.session });
    expect(count(shownTo(second.requests[0]), PROTOCOL)).toBe(1);
  });

  test("is whole, in its order, where it is longer than one hook may carry", async () => {
    const long = Array.from({ length: 190 }, (_, index) => `- Fact ${index}: ${"茶".repeat(50)}`);
    const entry = ENTRY.replace("A shop that sells tea.", long.join("\n"));
    const project = bench.project({ files: { ...FILES, "memory-bank/MEMORY.md": entry } });
    const env = { MEMORY_BANK_MAX_CHARS: "15000" };
    const run = await bench.turn(project, "One", [say("Seen.")], { env });
    const shown = shownTo(run.requests[0]);
    expect(count(shown, PROTOCOL)).toBe(1);
    const places = long.map((line) => shown.indexOf(line));
    expect(places.every((place) => place !== -1)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const again = await bench.turn(project, "Two", [say("Seen.")], { env, resume: run.session });
    expect(count(shownTo(again.requests[0]), PROTOCOL)).toBe(1);
  });

  test("is short where there is no bank, and the switch turns everything off", async () => {
    const project = bench.project({ files: { "package.json": "{}\n" } });
    const off = await bench.turn(project, "One", [shell("echo x > y"), say("Seen.")], {
      env: { MEMORY_BANK_DISABLED: "1" },
    });
    expect(shownTo(off.requests[0])).not.toContain("Memory Bank");
    expect(project.exists("y")).toBe(true);
    const on = await bench.turn(project, "Two", [shell("echo x > z"), say("Seen.")]);
    expect(shownTo(on.requests[0])).toContain("$memory-bank-refresh");
    expect(project.exists("z")).toBe(true);
  });
});

describeCodex.each(MODES)("the bank's files, $mode", ({ args, run, put }) => {
  test("a shell write is refused, one that slips through is undone, and a patch passes", async () => {
    const project = bench.project();
    const steps = [
      run("echo broken > memory-bank/MEMORY.md"),
      run(hidden("require('fs').writeFileSync('memory-bank/MEMORY.md', 'x')")),
      put(updating("memory-bank/MEMORY.md", "- Goal: ship the checkout", "- Goal: ship the cart")),
      say("Done."),
    ];
    const [refused, undone] = await bench.play(project, "Change the memory", steps, { args });
    expect(refused).toContain("(rule: guard-memory-files)");
    expect(undone).toContain("[Memory Bank] Undone");
    expect(project.read("memory-bank/MEMORY.md")).toBe(
      ENTRY.replace("ship the checkout", "ship the cart"),
    );
  });
});

describeCodex("the bank's files", () => {
  test("a user block stays as it is, and no doc is deleted or moved", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Change the user's words", [
      patch(updating("memory-bank/MEMORY.md", "Mind the gap.", "Ignore the gap.")),
      patch(adding("memory-bank/MEMORY.md", "# Nothing left\n")),
      patch(deleting(PATTERNS_PATH)),
      patch(`*** Update File: ${PATTERNS_PATH}\n*** Move to: p.md\n@@\n-- convention 1\n+- x\n`),
      say("Refused."),
    ]);
    for (const text of results.slice(0, 2))
      expect(text).toMatch(/Not written: [^]*\(rule: keep-user-blocks\)/);
    for (const text of results.slice(2)) expect(text).toContain("(rule: guard-memory-files)");
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
    expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
  });

  test("a secret is refused, and is not repeated", async () => {
    const project = bench.project();
    const token = ["ghp", "k9Qz3LmT7vXw2RbN8sYc5HjD4fGp6ZaW1uEo"].join("_");
    const put = patch(updating(PATTERNS_PATH, "- convention 1", `- token ${token}`));
    const [result = ""] = await bench.play(project, "Save it", [put, say("Refused.")]);
    // The host itself repeats the call behind our words.
    const [said] = /Not written: [^]*\(rule: keep-secrets-out\)/.exec(result) ?? [];
    expect(said).toBeDefined();
    expect(said).not.toContain(token);
    expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
  });
});

describeCodex("ways that are the host's own", () => {
  test("a patch that is given to the shell is judged like any other", async () => {
    const project = bench.project();
    const inShell = (...parts: string[]) => shell(`apply_patch <<'EOF'\n${toPatch(parts)}\nEOF`);
    const results = await bench.play(project, "Patch by shell", [
      inShell(updating("memory-bank/MEMORY.md", "Mind the gap.", "Ignore the gap.")),
      inShell(updating(PATTERNS_PATH, "- convention 1", "- convention one")),
      shell(
        `cd memory-bank && apply_patch <<'EOF'\n${toPatch([updating("MEMORY.md", "Mind the gap.", "x")])}\nEOF`,
      ),
      shell("echo on"),
      say("Done."),
    ]);
    expect(results[0]).toContain("(rule: keep-user-blocks)");
    expect(results[2]).toContain("(rule: keep-user-blocks)");
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
    expect(project.read(PATTERNS_PATH)).toContain("- convention one\n");
    expect(results.join("\n")).not.toContain("Undone");
  });

  test("what is typed into a running program is seen at the next call", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Begin it", [
      shell("read x; eval $x", { tty: true, yield_time_ms: 500 }),
      (request) => {
        const text = request.toolResults.at(-1)?.text ?? "";
        const [, session_id] = /session ID (\d+)/.exec(text) ?? [];
        const chars = "echo x > memory-bank/MEMORY.md\n";
        return call("write_stdin", { session_id: Number(session_id), chars });
      },
      shell("echo next"),
      say("Done."),
    ]);
    expect(results.join("\n")).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md/);
  });

  test("what a command leaves behind that runs on is told at a later step", async () => {
    const project = bench.project();
    const code = waiting(`fs.appendFileSync('${PATTERNS_PATH}', 'late')`);
    const results = await bench.play(project, "Begin it", [
      shell(hidden(code), { yield_time_ms: 250 }),
      () => {
        project.write("go.txt", "");
        return shell(UNTIL_DONE);
      },
      shell("echo next"),
      say("Done."),
    ]);
    expect(results.join("\n")).toMatch(/\[Memory Bank\][^\n]*details\/patterns\.md/);
  });

  test("what programs and git did: a manifest is told, a user block and an uncommitted bank are put back", async () => {
    const project = bench.project({ files: { ...FILES, ...PROGRAMS } });
    project.git("rm", "-r", "-q", "--cached", "memory-bank");
    project.git("commit", "-qm", "The bank is not committed");
    const results = await bench.play(project, "Bump, format, clean", [
      shell("npm run -s bump"),
      shell("npm run -s fmt"),
      shell("git clean -fdq"),
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
        return shell(UNTIL_SAVED);
      },
      say("Done."),
    ]);
    expect(results.join("\n")).not.toContain("Undone");
    expect(project.read(PATTERNS_PATH)).toBe("- a new rule\n");
  });

  test("a script that the agent wrote and runs in a later call is undone", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Tidy up", [
      patch(adding("tidy.sh", SCRIPT)),
      shell(RUN_SCRIPT),
      say("Done."),
    ]);
    expect(results[1]).toContain("Undone:");
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("a script that swallows a refusal has changed nothing", async () => {
    const project = bench.project();
    const code =
      "try { await tools.exec_command({cmd: 'rm -r memory-bank'}); } catch {} text('fine');";
    await bench.turn(project, "Remove it", [script(code), say("Done.")], { args: CODE_MODE });
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });
});
