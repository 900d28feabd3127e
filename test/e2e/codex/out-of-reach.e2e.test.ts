import { expect, test } from "vitest";
import { findCodex } from "../kit/codex/codex.ts";
import { say } from "../kit/index.ts";
import { ENTRY } from "../use-host.ts";
import { hidden } from "../hidden-code.ts";
import { untilServersEnd } from "../until-servers-end.ts";
import { shell } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";

const bench = useBank(BLOCK);
const MEMORY = "memory-bank/MEMORY.md";

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

  test("another host of the agent's, with the plugin switched off: what it changed is told", async () => {
    const project = bench.project();
    bench.model.play("Nested", [shell(`echo x >> ${MEMORY}`), say("Done.")]);
    const nested = `MEMORY_BANK_DISABLED=1 ${findCodex()} exec --dangerously-bypass-approvals-and-sandbox Nested`;
    const steps = [shell(`${nested} < /dev/null`), say("Done.")];
    const { results } = await bench.turn(project, "Start another", steps);
    expect(project.read(MEMORY)).toBe(`${ENTRY}x\n`);
    const told = results[0]?.notes.join("\n") ?? "";
    expect(told).toMatch(/changed memory-bank\/MEMORY\.md; the change stays/);
    expect(told).toContain("memory-bank restore k-");
  });
});
