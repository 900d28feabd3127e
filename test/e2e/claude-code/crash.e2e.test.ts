import { expect, test } from "vitest";
import { type Step, say } from "../kit/index.ts";
import { processesBelow } from "../kit/processes-below.ts";
import { hidden } from "../hidden-code.ts";
import { untilServersEnd } from "../until-servers-end.ts";
import { PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, describeClaude, type ClaudeBench, useBank } from "./use-claude.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const MEMORY = "memory-bank/MEMORY.md";
const TOLD = /\[Memory Bank\][^\n]*memory-bank\/MEMORY\.md changed/;
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
type Conversation = ReturnType<ClaudeBench["open"]>;

function serversOf({ program }: Conversation): number[] {
  return processesBelow(program.pid)
    .filter(({ command }) => command.endsWith("/claude-code/server.js"))
    .map(({ pid }) => pid);
}

function kill(conversation: Conversation, signal: NodeJS.Signals = "SIGKILL"): number {
  const [pid] = serversOf(conversation);
  if (pid === undefined) return expect.fail("there is no server");
  process.kill(pid, signal);
  return pid;
}

/** What the test does when the model is asked for this step. */
function when(act: () => void, step: Step): Step {
  return () => {
    act();
    return step;
  };
}

describeClaude("the server is killed", () => {
  test("between two calls: the next one is judged, and what was read is known", async () => {
    const conversation = bench.open(bench.project());
    const crash = (step: Step) => when(() => kill(conversation), step);
    const turn = await conversation.send("Bump", [
      read("package.json"),
      crash(setVersion("1.0.0", "2.0.0")),
      read(PATTERNS_PATH),
      crash(setVersion("1.0.0", "2.0.0")),
      crash(bash(`echo x > ${MEMORY}`)),
      say("Done."),
    ]);
    expect(turn.results[1]?.text).toContain(GATE);
    expect(turn.results[3]).toMatchObject({ isError: false });
    expect(turn.results[4]?.text).toContain("(rule: guard-memory-files)");
  });

  test("while a write is judged: what it did is told with its result", async () => {
    const project = bench.project();
    const conversation = bench.open(project);
    await conversation.send("Look", [read(MEMORY), say("Seen.")]);
    const hang = () => {
      const pid = kill(conversation, "SIGSTOP");
      // The host says that it asks, and then does.
      void conversation.program
        .until((event) => event["hook_name"] === "PreToolUse:Edit")
        .then(() => setTimeout(() => process.kill(pid, "SIGKILL"), 3000));
    };
    const turn = await conversation.send("Change the user's words", [
      when(hang, edit(MEMORY, "Mind the gap.", "Ignore the gap.")),
      say("Done."),
    ]);
    // The host lets a call pass whose hook dies: here it cannot be refused.
    expect(project.read(MEMORY)).toContain("Ignore the gap.");
    expect(turn.results[0]?.text).toMatch(TOLD);
    expect(turn.text).toBe("Done.");
  });
});

describeClaude("what nobody can keep an agent from", () => {
  test("a program that kills the host: the next start says what it changed", async () => {
    const project = bench.project();
    const conversation = bench.open(project);
    const { pid } = conversation.program;
    const code = `require('fs').writeFileSync('${MEMORY}', 'x'); process.kill(${pid}, 'SIGKILL')`;
    await expect(conversation.send("Before the end", [bash(hidden(code))])).rejects.toThrow(
      "ended before it was done",
    );
    expect(project.read(MEMORY)).toBe("x");
    await untilServersEnd(bench.home);
    const { requests } = await bench.turn(project, "After it", [bash("ls"), say("Done.")]);
    const shown = requests.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(shown.join("\n")).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md changed since/);
  });
});
