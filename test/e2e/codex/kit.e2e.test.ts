import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installCodex } from "../../../scripts/beside.mjs";
import { codexHomeIn } from "../../../src/hosts/codex/doctor/closed-home.ts";
import { CONTEXT_FULL } from "../kit/codex/index.ts";
import { fail, say, shownTo, together } from "../kit/index.ts";
import {
  adding,
  delegate,
  deleting,
  patch,
  script,
  scriptedDelegate,
  scriptedPatch,
  scriptedShell,
  shell,
  updating,
} from "./steps.ts";
import { CODE_MODE, describeCodex, describeTerminal, useCodex } from "./use-codex.ts";

const HOOK = `
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const hookEventName = input.hook_event_name;
const say = (more, systemMessage) =>
  process.stdout.write(JSON.stringify({ systemMessage, hookSpecificOutput: { hookEventName, ...more } }));
if (hookEventName === "SessionStart") say({ additionalContext: "Begun by " + input.source + "." });
if (hookEventName === "PostToolUse") say({ additionalContext: "Noted: " + input.tool_name + "." }, "Looked.");
if (hookEventName === "PreToolUse" && input.tool_input.command.includes("secret.txt"))
  say({ permissionDecision: "deny", permissionDecisionReason: "Leave secret.txt alone." });
`;

/** A server with one tool, which is a hook that refuses everything. */
const SERVER = `
const answers = {
  initialize: ({ protocolVersion }) =>
    ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "guard", version: "1" } }),
  "tools/list": () => ({ tools: [] }),
  "tools/call": ({ arguments: { call } }) => {
    const permissionDecisionReason = process.env.WHO + " says no to " + call.command;
    const refusal = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason };
    return { content: [{ type: "text", text: JSON.stringify({ hookSpecificOutput: refusal }) }] };
  },
};
require("node:readline").createInterface(process.stdin).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method](params) }));
});
`;

/** Refuses one file, and puts a word before each start and each result. */
function writeHooks(home: string): void {
  const place = join(home, "hook.cjs");
  const hook = { type: "command", command: `node ${place}` };
  const hooks = {
    SessionStart: [{ hooks: [hook] }],
    PreToolUse: [{ matcher: "Bash|apply_patch", hooks: [hook] }],
    PostToolUse: [{ matcher: "Bash", hooks: [hook] }],
  };
  writeFileSync(place, HOOK);
  writeFileSync(join(codexHomeIn(home), "hooks.json"), JSON.stringify({ hooks }));
}

const bench = useCodex();
const FILES = { "a.txt": "alpha\n", "b.txt": "beta\n" };
const open = () => bench.project({ files: FILES });

describeCodex("a prompt", () => {
  test("is answered with the script's words", async () => {
    const run = await bench.turn(open(), "Hello there", [say("Good day.")]);
    expect(run).toMatchObject({ text: "Good day.", errors: [] });
    expect(run.requests).toMatchObject([
      { kind: "main", sessionID: run.session, turnUserTexts: ["Hello there"] },
    ]);
    expect(run.requests[0]?.tools).toEqual(expect.arrayContaining(["exec_command", "apply_patch"]));
  });

  test("a scripted command is executed and its result reaches the model", async () => {
    const run = await bench.turn(open(), "Look at a.txt", [shell("cat a.txt; exit 3"), say("x")]);
    expect(run.results).toMatchObject([{ tool: "exec_command", output: "alpha\n", notes: [] }]);
    expect(run.results[0]?.text).toContain("Process exited with code 3\n");
  });

  test("a scripted patch is applied", async () => {
    const project = open();
    const run = await bench.turn(project, "Change them", [
      patch(adding("c.txt", "gamma\n"), updating("a.txt", "alpha", "omega"), deleting("b.txt")),
      say("Changed."),
    ]);
    expect(run.results).toMatchObject([{ tool: "apply_patch" }]);
    expect(run.results[0]?.output).toBe(
      "Success. Updated the following files:\nA c.txt\nM a.txt\nD b.txt\n",
    );
    expect([project.read("a.txt"), project.read("c.txt")]).toEqual(["omega\n", "gamma\n"]);
    expect(project.exists("b.txt")).toBe(false);
  });

  test("parallel calls of one step are all answered in the next request", async () => {
    const results = await bench.play(open(), "Read both", [
      together(shell("cat a.txt"), shell("cat b.txt")),
      say("Both."),
    ]);
    expect(results).toMatchObject([/alpha/, /beta/].map((text) => expect.stringMatching(text)));
  });

  test("a provider's error ends the turn with its message", async () => {
    const turn = bench.turn(open(), "Break", [fail("out of order")]);
    await expect(turn).rejects.toThrow(/out of order/);
  });
});

describeCodex("a hook", () => {
  const hooked = useCodex({ install: ({ home }) => writeHooks(home) });
  const open = () => hooked.project({ files: FILES });

  test("runs when it is trusted", async () => {
    const project = open();
    const before = await hooked.hooks(project);
    expect(before.map(({ trustStatus }) => trustStatus)).toEqual(Array(3).fill("untrusted"));
    expect(before[0]?.key).toBe(`${codexHomeIn(hooked.home)}/hooks.json:pre_tool_use:0:0`);
    const early = await hooked.turn(project, "Too early", [shell("cat a.txt"), say("Done.")]);
    expect(early.results).toMatchObject([{ notes: [] }]);

    await hooked.trust(project);
    const after = await hooked.hooks(project);
    expect(after.map(({ trustStatus }) => trustStatus)).toEqual(Array(3).fill("trusted"));
    const run = await hooked.turn(project, "Now", [shell("cat a.txt"), say("Done.")]);
    expect(run.results).toMatchObject([{ output: "alpha\n", notes: ["Noted: Bash."] }]);
    expect(shownTo(run.requests[0])).toContain("Begun by startup.");
  });

  test("of a project is trusted there, and may be a tool of a server", async () => {
    const project = bench.project({ files: { ...FILES, "server.cjs": SERVER } });
    const server = `[mcp_servers.guard]\ncommand = "node"\nargs = ["${project.dir}/server.cjs"]\n`;
    const hook = {
      type: "mcp_tool",
      server: "guard",
      tool: "decide",
      input: { call: "${tool_input}" },
    };
    const hooks = { PreToolUse: [{ hooks: [hook] }] };
    project.write(".codex/config.toml", `${server}env_vars = ["WHO"]\n`);
    project.write(".codex/hooks.json", JSON.stringify({ hooks }));
    await bench.trust(project);
    const run = await bench.turn(project, "Look", [shell("cat a.txt"), say("I may not.")], {
      env: { WHO: "Ann" },
    });
    expect(run.results[0]?.text).toContain("Ann says no to cat a.txt");
  });

  test("refuses a command and a patch, and its words reach the model", async () => {
    const project = open();
    const run = await hooked.turn(project, "Write it", [
      shell("echo x > secret.txt"),
      patch(adding("secret.txt", "x")),
      patch(adding("c.txt", "gamma")),
      say("One of them."),
    ]);
    const [command, refused, written] = run.results;
    expect(command?.text).toMatch(
      /^Command blocked by PreToolUse hook: Leave secret\.txt alone\.\. Command: /,
    );
    expect(refused?.text).toContain("Leave secret.txt alone.");
    expect(written?.output).toContain("A c.txt");
    expect(project.exists("secret.txt")).toBe(false);
  });

  test("is heard by a script of code mode", async () => {
    const project = open();
    const run = await hooked.turn(
      project,
      "Write it",
      [
        script("try { await tools.exec_command({cmd: 'rm secret.txt'}); } catch (e) { text(e); }"),
        scriptedShell("cat a.txt"),
        scriptedPatch(adding("c.txt", "gamma")),
        say("Two of three."),
      ],
      { args: CODE_MODE },
    );
    const [refused, read] = run.results;
    expect(refused?.output).toContain("Leave secret.txt alone.");
    expect(read).toMatchObject({ tool: "exec", output: "alpha\n", notes: ["Noted: Bash."] });
    expect(project.read("c.txt")).toBe("gamma\n");
  });

  test("a full context provokes a compaction, and the turn goes on with its script", async () => {
    hooked.model.playCompaction([say("Alpha was read.")]);
    const run = await hooked.turn(open(), "Long work", [
      shell("cat a.txt"),
      shell("echo much", {}, { usage: CONTEXT_FULL }),
      shell("echo more"),
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
    expect(shownTo(run.requests[3])).not.toContain("Begun by startup.");
    expect(run.results).toHaveLength(3);
  });

  test("is told of in a conversation", async () => {
    const conversation = await hooked.open(open());
    const turn = await conversation.send("Write it", [
      shell("echo x > secret.txt"),
      shell("cat a.txt"),
      say("I may not."),
    ]);
    expect(turn.hooks).toEqual([
      {
        name: "sessionStart",
        status: "completed",
        entries: [{ kind: "context", text: "Begun by startup." }],
      },
      {
        name: "preToolUse",
        status: "blocked",
        entries: [{ kind: "feedback", text: "Leave secret.txt alone." }],
      },
      { name: "preToolUse", status: "completed", entries: [] },
      {
        name: "postToolUse",
        status: "completed",
        entries: [
          { kind: "warning", text: "Looked." },
          { kind: "context", text: "Noted: Bash." },
        ],
      },
    ]);
  });
});

describeCodex("a session", () => {
  test("is gone on with, and forked", async () => {
    const project = open();
    const first = await bench.turn(project, "Remember tea", [say("Noted: tea.")]);
    const second = await bench.turn(project, "And coffee", [say("Noted: coffee.")], {
      resume: first.session,
    });
    const fork = await bench.turn(project, "Or water", [say("Noted: water.")], {
      fork: first.session,
    });
    const last = await bench.turn(project, "What else", [say("Nothing.")], { resume: "last" });

    expect(second.session).toBe(first.session);
    expect(shownTo(second.requests[0])).toContain("Noted: tea.");
    expect(fork.session).not.toBe(first.session);
    expect(shownTo(fork.requests[0])).toContain("Noted: coffee.");
    expect(shownTo(last.requests[0])).toContain("Noted: water.");
  });

  test("a subagent follows its own script", async () => {
    bench.model.play("Inspect b.txt", [shell("cat b.txt"), say("b.txt says beta")]);
    const run = await bench.turn(open(), "Delegate", [
      ...delegate("Inspect b.txt closely"),
      say("It is back."),
    ]);
    expect(run.results.map(({ tool }) => tool)).toEqual([
      "multi_agent_v1.spawn_agent",
      "multi_agent_v1.wait_agent",
    ]);
    expect(run.results[1]?.text).toContain("b.txt says beta");
    const agents = run.requests.filter((request) => request.agentID !== undefined);
    expect(agents).toHaveLength(2);
    expect(agents[1]?.toolResults[0]?.text).toContain("beta");
  });

  test("so does one of code mode", async () => {
    bench.model.play("Inspect b.txt", [scriptedShell("cat b.txt"), say("b.txt says beta")]);
    const run = await bench.turn(
      open(),
      "Delegate",
      [...scriptedDelegate("inspect", "Inspect b.txt closely"), say("It is back.")],
      { args: CODE_MODE },
    );
    expect(shownTo(run.requests.at(-1))).toContain("Payload:\nb.txt says beta");
    expect(run.requests.filter((request) => request.agentID !== undefined)).toHaveLength(2);
  });

  test("several prompts in one process", async () => {
    const project = open();
    const conversation = await bench.open(project);
    const first = await conversation.send("Change a.txt", [
      patch(updating("a.txt", "alpha", "omega")),
      say("Changed."),
    ]);
    const second = await conversation.send("Look again", [shell("cat a.txt"), say("omega.")]);
    expect(second).toMatchObject({ session: first.session, text: "omega.", status: "completed" });
    expect(first.results).toHaveLength(1);
    expect(second.results).toMatchObject([{ output: "omega\n" }]);
    expect(await conversation.end()).toBe(0);

    const resumed = await bench.open(project, { resume: first.session });
    const third = await resumed.send("And now", [say("Nothing.")]);
    expect(third.session).toBe(first.session);
    const fork = await bench.open(project, { fork: first.session });
    const fourth = await fork.send("Or now", [say("Nothing.")]);
    expect(fourth.session).not.toBe(first.session);
    for (const { requests } of [third, fourth]) expect(shownTo(requests[0])).toContain("omega.");
  });

  test("a person interrupts, speaks in between, compacts and goes back", async () => {
    const project = open();
    const conversation = await bench.open(project);
    const begun = (name: string) => expect.poll(() => project.exists(name)).toBe(true);

    const sent = conversation.send("Wait", [shell("echo 1 > one.txt; sleep 30")]);
    await begun("one.txt");
    await conversation.interrupt();
    expect(await sent).toMatchObject({ status: "interrupted" });

    const steered = conversation.send("Work on", [
      shell("echo 2 > two.txt; until test -e steered.txt; do sleep 0.1; done"),
      say("As you say."),
    ]);
    await begun("two.txt");
    await conversation.steer("But quietly");
    project.write("steered.txt", "");
    expect((await steered).requests.at(-1)?.lastUserText).toBe("But quietly");

    bench.model.playCompaction([say("They wanted it quiet.")]);
    await conversation.compact();
    const third = await conversation.send("What now", [say("Nothing.")]);
    expect(shownTo(third.requests[0])).toContain("They wanted it quiet.");

    await conversation.rewind(third);
    const fourth = await conversation.send("Or this", [say("Nothing either.")]);
    expect(shownTo(fourth.requests[0])).toContain("They wanted it quiet.");
    expect(shownTo(fourth.requests[0])).not.toContain("What now");
  });
});

describeTerminal("the terminal", () => {
  const hooked = useCodex({ install: ({ home }) => writeHooks(home) });

  test("shows a person what was refused", async () => {
    const project = hooked.project({ files: FILES });
    await hooked.trust(project);
    const terminal = await hooked.terminal(project);
    hooked.model.play("Write it down", [shell("echo x > secret.txt"), say("I may not.")]);
    await terminal.say("Write it down");
    await terminal.until("I may not.");
    await terminal.until("Leave secret.txt alone.");
  });
});

describeCodex("the program", () => {
  test("is the version that was asked for, and runs other commands", async () => {
    const { version } = installCodex();
    expect(await bench.run(open(), "--version")).toEqual({
      code: 0,
      output: `codex-cli ${version}\n`,
    });
  });
});

test("a platform without Codex is named", () => {
  expect(installCodex("plan9-mips").whyNot).toBe("no Codex for plan9-mips");
});
