import { expect, test } from "vitest";
import { call, say, shownTo, together } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "../use-host.ts";
import { hidden } from "../hidden-code.ts";
import { RECOVER, REQUIREMENT, UNREAD, WITH_TASK } from "../journeys/promised.ts";
import { adding, deleting, patch, shell, toPatch, updating } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";

const bench = useBank({ ...BLOCK, MEMORY_BANK_APPROVAL: "off" });
const PROTOCOL = "protocol_version: memory-bank/v1";
const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }`;
const bump = (from: string, to: string) =>
  patch(updating("package.json", manifest(from), manifest(to)));

describeCodex("tools that no other host has", () => {
  test("a patch adds no entry anew, and neither deletes nor moves a doc", async () => {
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

  test("of an output that the host has cut, what is missing was not read", async () => {
    const long = Array.from({ length: 9000 }, (_, at) => `- rule ${at}\n`).join("");
    const project = bench.project({ files: { ...FILES, [PATTERNS_PATH]: long } });
    const results = await bench.play(project, "Too long", [
      shell(`cat ${PATTERNS_PATH}`),
      bump("1.0.0", "2.0.0"),
      say("Refused."),
    ]);
    expect(results[0]).toContain("truncated output");
    expect(results[1]).toContain(UNREAD);
  });

  test("a read beside a patch: the patch waits for it, and passes", async () => {
    const project = bench.project();
    await bench.turn(project, "At once", [
      together(shell(`cat ${PATTERNS_PATH}`), bump("1.0.0", "2.0.0")),
      say("Done."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });
});

describeCodex("a session", () => {
  test("that the user compacts is in recovery before the next prompt", async () => {
    const conversation = await bench.open(bench.project({ files: WITH_TASK }));
    await conversation.send("Read it", [shell(`cat ${REQUIREMENT}`), say("Read.")]);
    bench.model.playCompaction([say("Tea.")]);
    await conversation.compact();
    const run = await conversation.send("Go on", [shell("echo x > src/cup.ts"), say("Refused.")]);
    expect(shownTo(run.requests[0]).split(PROTOCOL)).toHaveLength(2);
    expect(run.results[0]?.text).toContain(RECOVER);
  });

  test("whoever goes back has not read what was read since", async () => {
    const project = bench.project();
    const conversation = await bench.open(project, { env: { MEMORY_BANK_READ_SCOPE: "context" } });
    await conversation.send("Begin", [say("Begun.")]);
    const reading = await conversation.send("Read it", [
      shell(`cat ${PATTERNS_PATH}`),
      bump("1.0.0", "2.0.0"),
      say("Read."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
    await conversation.rewind(reading);
    const after = await conversation.send("Bump", [
      bump("2.0.0", "3.0.0"),
      shell(`cat ${PATTERNS_PATH}`),
      bump("2.0.0", "3.0.0"),
      say("Done."),
    ]);
    expect(after.results[0]?.text).toContain(UNREAD);
    expect(project.read("package.json")).toContain('"3.0.0"');
    expect(shownTo(after.requests[0]).split(PROTOCOL)).toHaveLength(2);
  });

  test("what an interrupted command left behind is told", async () => {
    const project = bench.project();
    const conversation = await bench.open(project);
    const code = "require('fs').writeFileSync('memory-bank/MEMORY.md', 'x')";
    const sent = conversation.send("Wait", [shell(`${hidden(code)}; echo 1 > one.txt; sleep 30`)]);
    await expect.poll(() => project.exists("one.txt")).toBe(true);
    await conversation.interrupt();
    await sent;
    const next = await conversation.send("Go on", [shell("echo on"), say("Done.")]);
    const shown = next.requests.map((request) => shownTo(request)).join("\n");
    expect(shown).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md/);
    expect(project.read("memory-bank/MEMORY.md")).toContain("Mind the gap.");
  });
});
