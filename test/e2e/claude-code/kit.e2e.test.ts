import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installClaudeCode } from "../../../scripts/beside.mjs";
import { CONTEXT_FULL, shownTo } from "../kit/claude-code/index.ts";
import { call, fail, say, together } from "../kit/index.ts";
import { processesBelow } from "../kit/processes-below.ts";
import { agent, bash, edit, read, write } from "./steps.ts";
import { type Install, describeClaude, describeTerminal, useClaude } from "./use-claude.ts";

const HOOK = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const hookEventName = input.hook_event_name;
const say = (more, systemMessage) =>
  process.stdout.write(JSON.stringify({ systemMessage, hookSpecificOutput: { hookEventName, ...more } }));
if (hookEventName === "SessionStart") say({ additionalContext: "Begun by " + input.source + "." });
if (hookEventName === "PostToolUse") say({ additionalContext: "Noted: " + input.tool_name + "." }, "Looked.");
if (hookEventName === "PreToolUse" && input.tool_input.file_path.endsWith("secret.txt"))
  say({ permissionDecision: "deny", permissionDecisionReason: "Do not write secret.txt." });
`;

/** A plugin that refuses one file, and puts a word behind each start and each read. */
const installRefusing: Install = ({ home }) => {
  const folder = join(home, "refusing");
  const hook = { type: "command", command: "node", args: [join(folder, "hook.cjs")] };
  const hooks = {
    SessionStart: [{ hooks: [hook] }],
    PreToolUse: [{ matcher: "Write", hooks: [hook] }],
    PostToolUse: [{ matcher: "Read", hooks: [hook] }],
  };
  mkdirSync(join(folder, ".claude-plugin"), { recursive: true });
  mkdirSync(join(folder, "hooks"), { recursive: true });
  writeFileSync(join(folder, ".claude-plugin", "plugin.json"), '{ "name": "refusing" }');
  writeFileSync(join(folder, "hooks", "hooks.json"), JSON.stringify({ hooks }));
  writeFileSync(join(folder, "hook.cjs"), HOOK);
  return ["--plugin-dir", folder];
};

const bench = useClaude({ install: installRefusing });
const FILES = { "a.txt": "alpha\n", "b.txt": "beta\n" };
const open = () => bench.project({ files: FILES });

describeClaude("a prompt", () => {
  test("is answered with the script's words", async () => {
    const run = await bench.turn(open(), "Hello there", [say("Good day.")]);
    expect(run.text).toBe("Good day.");
    expect(run.requests).toMatchObject([{ kind: "main", sessionID: run.session }]);
    expect(shownTo(run.requests[0])).toContain("Begun by startup.");
  });

  test("a scripted read is executed and its result reaches the model", async () => {
    const run = await bench.turn(open(), "Look at a.txt", [read("a.txt"), say("alpha.")]);
    const text =
      "1\talpha\n2\n\n<system-reminder>\nPostToolUse:Read hook additional context: Noted: Read.\n</system-reminder>";
    expect(run.results).toEqual([{ tool: "Read", isError: false, text }]);
    expect(run.notices).toEqual(["PostToolUse:Read says: Looked."]);
    expect(run.hooks).toMatchObject([
      { name: "SessionStart:startup", outcome: "success" },
      { name: "PostToolUse:Read", outcome: "success", stderr: "" },
    ]);
  });

  test("parallel calls of one step are all answered in the next request", async () => {
    const results = await bench.play(open(), "Read both", [
      together(read("a.txt"), read("b.txt")),
      say("Both."),
    ]);
    expect(results).toMatchObject([/alpha/, /beta/].map((text) => expect.stringMatching(text)));
  });

  test("a refused write shows the plugin's message to the model", async () => {
    const project = open();
    const run = await bench.turn(project, "Write them", [
      write("secret.txt", "x"),
      write("c.txt", "gamma\n"),
      bash("cat c.txt"),
      say("One of them."),
    ]);
    const [refused, written, shown] = run.results;
    expect(refused).toEqual({
      tool: "Write",
      isError: true,
      text: "PreToolUse:Write hook error: Do not write secret.txt.",
    });
    expect(written).toMatchObject({ isError: false });
    expect(shown?.text).toContain("gamma");
    expect(project.exists("secret.txt")).toBe(false);
  });
});

describeClaude("a session", () => {
  test("is gone on with, and forked", async () => {
    const project = open();
    const first = await bench.turn(project, "Remember tea", [say("Noted: tea.")]);
    const second = await bench.turn(project, "And coffee", [say("Noted: coffee.")], {
      resume: first.session,
    });
    const fork = await bench.turn(project, "Or water", [say("Noted: water.")], {
      resume: first.session,
      fork: true,
    });
    const last = await bench.turn(project, "What else", [say("Nothing.")], { resume: "last" });

    expect(second.session).toBe(first.session);
    expect(shownTo(second.requests[0])).toContain("Noted: tea.");
    expect(fork.session).not.toBe(first.session);
    expect(shownTo(fork.requests[0])).toContain("Noted: coffee.");
    expect(shownTo(last.requests[0])).toContain("Noted: water.");
  });

  test("several prompts in one process", async () => {
    const conversation = bench.open(open());
    const first = await conversation.send("Change a.txt", [
      read("a.txt"),
      edit("a.txt", "alpha", "omega"),
      say("Changed."),
    ]);
    const second = await conversation.send("Look again", [read("a.txt"), say("omega.")]);
    expect(second.session).toBe(first.session);
    expect(first.results).toHaveLength(2);
    expect(second.results).toHaveLength(1);
    expect(second.results[0]?.text).toContain("omega");
    expect(await conversation.end()).toBe(0);
  });

  test("a provider's error ends the turn with its message", async () => {
    const conversation = bench.open(open());
    const turn = await conversation.send("Break", [fail("out of order")]);
    expect(turn.isError).toBe(true);
    expect(turn.text).toContain("out of order");
  });

  test("an interrupted turn leaves the rest of its call undone, and the next prompt is answered", async () => {
    const project = open();
    const conversation = bench.open(project);
    const sent = conversation.send("Wait", [
      bash("echo 1 > begun.txt; sleep 30; echo 2 > done.txt"),
    ]);
    await expect.poll(() => project.exists("begun.txt")).toBe(true);
    conversation.interrupt();
    expect((await sent).isError).toBe(true);
    expect((await conversation.send("Go on", [say("I am here.")])).text).toBe("I am here.");
    expect(project.exists("done.txt")).toBe(false);
  });

  test("what it has started can be killed, and it goes on", async () => {
    const conversation = bench.open(open());
    const sent = conversation.send("Sleep", [
      bash("echo tired; sleep 31; echo awake"),
      say("Rested."),
    ]);
    const sleeper = () =>
      processesBelow(conversation.program.pid).find(({ command }) => command === "sleep 31")?.pid;
    await expect.poll(sleeper).toBeDefined();
    process.kill(sleeper() ?? 0, "SIGKILL");
    const turn = await sent;
    expect(turn.results[0]?.text).toContain("awake");
    expect(turn.text).toBe("Rested.");
  });

  test("a subagent follows its own script", async () => {
    bench.model.play("Inspect b.txt", [read("b.txt"), say("b.txt says beta")]);
    const run = await bench.turn(open(), "Delegate", [
      agent("general-purpose", "Inspect b.txt closely"),
      say("It is back."),
    ]);
    expect(run.results).toMatchObject([{ tool: "Agent", isError: false }]);
    expect(run.results[0]?.text).toContain("b.txt says beta");
    const agents = run.requests.filter((request) => request.agentID !== undefined);
    expect(agents).toHaveLength(2);
    expect(agents[1]?.toolResults[0]?.text).toContain("beta");
  });

  test("an agent in the background comes back in a turn of its own", async () => {
    bench.model.play("Inspect b.txt", [read("b.txt"), say("b.txt says beta")]);
    const conversation = bench.open(open());
    const first = await conversation.send("Delegate", [
      agent("general-purpose", "Inspect b.txt slowly", { run_in_background: true }),
      say("It has gone."),
      say("It is back."),
    ]);
    expect(first.text).toBe("It has gone.");
    const second = await conversation.next();
    expect(second.text).toBe("It is back.");
    expect(second.requests.at(-1)?.lastUserText).toContain("<result>b.txt says beta</result>");
  });

  test("a full context provokes a compaction, and the turn goes on with its script", async () => {
    bench.model.playCompaction([say("<summary>Alpha was read.</summary>")]);
    const run = await bench.turn(open(), "Long work", [
      read("a.txt"),
      bash("echo much", {}, { usage: CONTEXT_FULL }),
      bash("echo more"),
      say("Finished after all."),
    ]);
    expect(run.text).toBe("Finished after all.");
    expect(run.requests.map(({ kind }) => kind)).toEqual([
      "main",
      "main",
      "compaction",
      "main",
      "main",
    ]);
    expect(shownTo(run.requests[3])).toContain("Alpha was read.");
    expect(shownTo(run.requests[3])).toContain("Begun by compact.");
    expect(run.results).toHaveLength(3);
  });
});

describeClaude("the program", () => {
  test("is the version that was asked for, and runs other commands", async () => {
    const project = open();
    const { version } = installClaudeCode();
    expect(await bench.run(project, "--version")).toEqual({
      code: 0,
      output: `${version} (Claude Code)\n`,
    });
    const [, folder = ""] = installRefusing({ home: bench.home, project }) ?? [];
    expect(await bench.run(project, "plugin", "validate", folder)).toMatchObject({ code: 0 });
    expect(await bench.run(project, "plugin", "validate", project.dir)).toMatchObject({ code: 1 });
  });
});

test("a platform without Claude Code is named", () => {
  expect(installClaudeCode("plan9-mips").whyNot).toBe("no Claude Code for plan9-mips");
});

describeTerminal("the terminal", () => {
  test("shows a person what was refused", async () => {
    const terminal = await bench.terminal(open());
    bench.model.play("Write it down", [write("secret.txt", "x"), say("I may not.")]);
    await terminal.say("Write it down");
    await terminal.until("I may not.");
    await terminal.until("Do not write secret.txt.");
  });

  test("a person answers, interrupts, compacts and clears", async () => {
    const project = open();
    const terminal = await bench.terminal(project);
    const options = ["Tea", "Coffee"].map((label) => ({ label, description: "hot" }));
    const question = { question: "Which one?", header: "Drink", multiSelect: false, options };
    bench.model.play("Ask me", [
      call("AskUserQuestion", { questions: [question] }),
      say("So be it."),
    ]);
    await terminal.say("Ask me");
    await terminal.pressAway("Enter", "Enter to select");
    await terminal.until("So be it.");
    await terminal.until("Which one? → Tea");

    bench.model.play("Wait for me", [bash("echo 1 > begun.txt; sleep 30")]);
    await terminal.say("Wait for me");
    await expect.poll(() => project.exists("begun.txt")).toBe(true);
    await terminal.pressAway("Escape", "esc to interrupt");
    await terminal.until("Interrupted");

    bench.model.playCompaction([say("<summary>Tea.</summary>")]);
    await terminal.say("/compact");
    await terminal.until("Compacted");

    await terminal.say("/clear");
    await expect.poll(() => terminal.screen()).not.toContain("Compacted");
    bench.model.play("Still there", [say("Yes, and fresh.")]);
    await terminal.say("Still there");
    await terminal.until("Yes, and fresh.");
    expect(shownTo(bench.model.main("Still there")[0])).toContain("Begun by clear.");
  });
});
