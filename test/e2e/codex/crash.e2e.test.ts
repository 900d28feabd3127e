import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Step, say } from "../kit/index.ts";
import { ENTRY, PATTERNS_PATH } from "../use-host.ts";
import { hidden } from "../hidden-code.ts";
import { untilServersEnd } from "../until-servers-end.ts";
import { SCRIPTED } from "./modes.ts";
import { shell, updating } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";

const bench = useBank(BLOCK);
const MEMORY = "memory-bank/MEMORY.md";
const GONE = "the server that judges calls in this session is gone";

/** The servers that show that they live. */
function servers(): number[] {
  const folder = join(bench.home, ".local/state/memory-bank/threads");
  return readdirSync(folder).map((name) => Number(readFileSync(join(folder, name), "utf8")));
}

/** When the model is asked for this step, every server is killed first. */
function afterCrash(step: Step): Step {
  return () => {
    for (const pid of servers().filter(isAlive)) process.kill(pid, "SIGKILL");
    return step;
  };
}

describeCodex("the server is killed", () => {
  const { args, run, put } = SCRIPTED;

  test("nothing runs that could write, and the agent is told why", async () => {
    const project = bench.project();
    const { results } = await bench.turn(
      project,
      "Go on without it",
      [
        run("echo first"),
        afterCrash(run(`echo x > ${MEMORY}`)),
        put(updating(MEMORY, "Mind the gap.", "Ignore the gap.")),
        say("I cannot."),
      ],
      { args },
    );
    for (const { text } of results.slice(1)) expect(text).toContain(GONE);
    expect(project.read(MEMORY)).toBe(ENTRY);
  });
});

describeCodex("after a crash", () => {
  test("another process knows what was read, and tells what was changed meanwhile", async () => {
    const project = bench.project();
    const first = await bench.turn(project, "Read it", [
      shell(`cat ${PATTERNS_PATH}`),
      afterCrash(say("Read.")),
    ]);
    project.write(MEMORY, ENTRY.replace("sells tea", "sells coffee"));
    const second = await bench.turn(project, "Go on", [shell("echo on"), say("Done.")], {
      resume: first.session,
    });
    const shown = second.requests.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(shown.join("\n")).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md changed/);
  });
});

describeCodex("what nobody can keep an agent from", () => {
  test("a program that kills the host: the next start says what it changed", async () => {
    const project = bench.project();
    const conversation = await bench.open(project);
    const { pid } = conversation.program;
    const code = `require('fs').writeFileSync('${MEMORY}', 'x'); process.kill(${pid}, 'SIGKILL')`;
    await expect(conversation.send("Before the end", [shell(hidden(code))])).rejects.toThrow(
      "ended before it was done",
    );
    expect(project.read(MEMORY)).toBe("x");
    await untilServersEnd(bench.home);
    const { requests } = await bench.turn(project, "After it", [shell("ls"), say("Done.")]);
    const shown = requests.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(shown.join("\n")).toMatch(/\[Memory Bank\][^\n]*MEMORY\.md changed since/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
