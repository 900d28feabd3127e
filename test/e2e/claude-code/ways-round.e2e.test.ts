import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createDraw } from "../../fixtures/secrets/draw.ts";
import { type Project, call, say, together } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { hidden } from "../hidden-code.ts";
import { agent, bash, edit, read, write } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const GUARD = "(rule: guard-memory-files)";
const MEMORY = "memory-bank/MEMORY.md";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

describeClaude("permissions of the host", () => {
  test.each(["acceptEdits", "bypassPermissions", "dontAsk"])(
    "%s gets round no refusal",
    async (mode) => {
      const project = bench.project();
      const results = await bench.play(
        project,
        "Do as you like",
        [
          read("package.json"),
          setVersion("1.0.0", "2.0.0"),
          bash("rm -rf memory-bank"),
          write(MEMORY, "# Nothing\n"),
          say("Refused."),
        ],
        // Root may skip permissions only where the host is told that it is in a sandbox.
        { args: ["--permission-mode", mode], env: { IS_SANDBOX: "1" } },
      );
      expect(results[1]).toContain(GATE);
      expect(results[2]).toContain(GUARD);
      expect(project.read("package.json")).toBe(FILES["package.json"]);
      expect(project.read(MEMORY)).toBe(ENTRY);
    },
  );

  test("an allow rule of the project's settings gets round none either", async () => {
    const settings = { permissions: { allow: ["Bash(*)", "Edit(**)", "Write(**)"] } };
    const files = { ...FILES, ".claude/settings.json": JSON.stringify(settings) };
    const project = bench.project({ files });
    const results = await bench.play(project, "Do it", [
      bash(`echo x > ${MEMORY}`),
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      say("Refused."),
    ]);
    expect(results[0]).toContain(GUARD);
    expect(results[2]).toContain(GATE);
  });
});

describeClaude("other ways to the files", () => {
  test("a link that leads into the bank", async () => {
    const project = bench.project();
    symlinkSync(join(project.dir, "memory-bank"), join(project.dir, "notes"));
    const results = await bench.play(project, "By the link", [
      write("notes/plan.txt", "x"),
      bash("echo x > notes/MEMORY.md"),
      say("Refused."),
    ]);
    expect(results[0]).toContain(GUARD);
    expect(results[1]).toContain(GUARD);
    expect(project.exists("memory-bank/plan.txt")).toBe(false);
    expect(project.read(MEMORY)).toBe(ENTRY);
  });

  test("the host's own settings are sensitive", async () => {
    const files = { ...FILES, ".claude/settings.json": "{}\n", ".mcp.json": "{}\n" };
    const project = bench.project({ files });
    const [, refused] = await bench.play(project, "Switch it off", [
      read(".claude/settings.json"),
      edit(".claude/settings.json", "{}", '{ "disableAllHooks": true }'),
      say("Refused."),
    ]);
    expect(refused).toContain(GATE);
    expect(project.read(".claude/settings.json")).toBe("{}\n");
  });

  test("subagents at once are each gated, and what one slips in is undone", async () => {
    const project = bench.project();
    const code = `require("fs").appendFileSync("${PATTERNS_PATH}", "slipped in")`;
    bench.model.play("Set it to two", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      say("Refused."),
    ]);
    bench.model.play("Set it to three", [
      read("package.json"),
      setVersion("1.0.0", "3.0.0"),
      read(PATTERNS_PATH),
      setVersion("1.0.0", "3.0.0"),
      say("Done."),
    ]);
    bench.model.play("Run the code", [bash(hidden(code)), say("Done.")]);
    const run = await bench.turn(project, "Delegate to three", [
      together(
        agent("general-purpose", "Set it to two"),
        agent("general-purpose", "Set it to three"),
        agent("general-purpose", "Run the code"),
      ),
      say("Back."),
    ]);
    expect(project.read("package.json")).toContain('"3.0.0"');
    expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
    const asked = run.requests.filter(({ agentID }) => agentID !== undefined);
    const results = asked.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    expect(results.filter((text) => text.includes(GATE)).length).toBeGreaterThanOrEqual(2);
    expect(results.some((text) => text.includes("[Memory Bank] Undone"))).toBe(true);
  });

  test("an agent in plan mode may not apply a plan, whatever the user says", async () => {
    const tool = "mcp__plugin_memory-bank_bank__refresh";
    const project = bench.project({ files: { "package.json": '{ "name": "tea" }\n' } });
    const allowed = ["--allowedTools", tool];
    const first = await bench.turn(
      project,
      "Plan it",
      [call(tool, { action: "plan" }), say("Shall I?")],
      { args: allowed },
    );
    const [, id] = /plan: "(\w+)"/.exec(first.results[0]?.text ?? "") ?? [];
    const second = await bench.turn(
      project,
      "Yes, do",
      [call(tool, { action: "apply", plan: id }), say("No.")],
      { resume: first.session, args: [...allowed, "--permission-mode", "plan"] },
    );
    expect(second.results[0]).toMatchObject({ isError: true });
    expect(project.exists("memory-bank")).toBe(false);
  });

  test("memory-reader repeats no secret", async () => {
    const project = bench.project();
    const token = ["gh", "p_", createDraw("memory-reader")("base62", 36)].join("");
    bench.model.play("What is the token?", [
      read(PATTERNS_PATH),
      say(
        `**Context Summary**\n\n- The token is ${token}.\n\n\`\`\`yaml\nschema: memory-reader/v1\nuser_question: "Which?"\nevidence:\n  - claim_id: C1\n    claim: "the token is ${token}"\n    path: ${PATTERNS_PATH}\n    quote: "Deploys use ${token} for now."\nconflicts: []\nopen_questions: []\n\`\`\``,
      ),
    ]);
    const run = await bench.turn(project, "Ask for it", [
      agent("memory-bank:memory-reader", "What is the token?"),
      say("I am not told."),
    ]);
    const main = run.requests.filter(({ agentID }) => agentID === undefined);
    expect(JSON.stringify(main.map(({ raw }) => raw))).not.toContain(token);
    expect(run.results[0]?.text).toContain("repeats a secret");
  });
});

describeClaude("tools of another server", () => {
  const server = fileURLToPath(new URL("../../fixtures/mcp-files.mjs", import.meta.url));
  const withServer = (project: Project) => {
    const files = { command: process.execPath, args: [server, project.dir] };
    const config = JSON.stringify({ mcpServers: { files } });
    return { args: ["--mcp-config", config, "--allowedTools", "mcp__files"] };
  };
  const mcp = (name: string, args: object) => call(`mcp__files__${name}`, args);

  test("that write into the bank are judged like ours, by what they are given", async () => {
    const project = bench.project();
    const results = await bench.play(
      project,
      "By another server",
      [
        mcp("write_file", { path: "memory-bank/notes.txt", content: "x" }),
        mcp("delete_file", { path: MEMORY }),
        mcp("run_command", { command: "rm -rf memory-bank" }),
        mcp("write_file", { path: "package.json", content: "{}" }),
        say("Refused."),
      ],
      withServer(project),
    );
    for (const index of [0, 1, 2]) expect(results[index]).toContain(GUARD);
    expect(results[3]).toContain(GATE);
    expect(project.read(MEMORY)).toBe(ENTRY);
  });

  test("that do more than they say are undone, and told", async () => {
    const project = bench.project();
    const results = await bench.play(
      project,
      "Tidy up",
      [
        mcp("tidy", { topic: "tea" }),
        mcp("beautify", { topic: "tea" }),
        mcp("clear_cache", { scope: "all" }),
        mcp("break_down", { scope: "all" }),
        read("src/shop.ts"),
        say("Done."),
      ],
      withServer(project),
    );
    expect(results[0]).toContain('Undone: "mcp__files__tidy" changed memory-bank/details');
    expect(results[1]).toContain('Undone: "mcp__files__beautify" changed memory-bank/MEMORY.md');
    expect(results[2]).toContain('Undone: "mcp__files__clear_cache"');
    expect(results.slice(3).join("\n")).toContain('Undone: "mcp__files__break_down"');
    expect(project.read(MEMORY)).toBe(ENTRY);
    expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
  });
});
