import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { treeOf } from "../../helpers/plans.ts";
import { type Step, call, say } from "../kit/index.ts";
import { processesBelow } from "../kit/processes-below.ts";
import { ENTRY, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { type ClaudeBench, describeClaude } from "./use-claude.ts";
import { hidden } from "../hidden-code.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const MEMORY = "memory-bank/MEMORY.md";
const TOLD = /\[Memory Bank\][^\n]*memory-bank\/MEMORY\.md changed/;
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.\n---`;
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

/** Polls: a machine has few watchers, and hosts that run beside this may hold them all. */
function onFirstChange(path: string, act: () => void): Promise<void> {
  return new Promise((done) => {
    watchFile(path, { interval: 1 }, () => {
      unwatchFile(path);
      act();
      done();
    });
  });
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

  test("between an offer and the answer: the yes counts", async () => {
    const project = bench.project();
    const conversation = bench.open(project, { env: { MEMORY_BANK_APPROVAL: "block" } });
    await conversation.send("Tidy up", [say(OFFER)]);
    kill(conversation);
    const turn = await conversation.send("yes", [
      read(PATTERNS_PATH),
      edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- indent with tabs\n"),
      say("Saved."),
    ]);
    // The hook of the prompt may have died with it.
    expect(turn.results[1]).toMatchObject({ isError: false });
  });

  test("while a write is judged: what it did is told with its result", async () => {
    const project = bench.project();
    const conversation = bench.open(project);
    await conversation.send("Look", [read(MEMORY), say("Seen.")]);
    const hang = () => {
      const pid = kill(conversation, "SIGSTOP");
      // Long enough for the host to ask it, and shorter than a hook may take.
      setTimeout(() => process.kill(pid, "SIGKILL"), 3000);
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

  test("while a legal write is under way: it stays, and is nobody else's", async () => {
    const project = bench.project();
    const conversation = bench.open(project, { env: { MEMORY_BANK_APPROVAL: "off" } });
    const killed = onFirstChange(join(project.dir, MEMORY), () => kill(conversation));
    const turn = await conversation.send("Change the goal", [
      read(MEMORY),
      edit(MEMORY, "ship the checkout", "ship the cart"),
      read("src/shop.ts"),
      say("Done."),
    ]);
    await killed;
    expect(turn.results[1]).toMatchObject({ isError: false });
    for (const { text } of turn.results) expect(text).not.toMatch(TOLD);
    expect(project.read(MEMORY)).toBe(ENTRY.replace("ship the checkout", "ship the cart"));
  });

  test("while a command writes into the bank: it is told with its result", async () => {
    const project = bench.project();
    const conversation = bench.open(project);
    const code = `setTimeout(() => require("fs").writeFileSync("${MEMORY}", "x"), 1000)`;
    const sent = conversation.send("Run it", [bash(hidden(code)), say("Done.")]);
    const commands = () => processesBelow(conversation.program.pid).map(({ command }) => command);
    await expect.poll(commands).toContainEqual(expect.stringMatching(/^node -e/));
    kill(conversation);
    expect((await sent).results[0]?.text).toMatch(TOLD);
  });

  test("while it applies a plan: the bank is the old one or the new one", async () => {
    const project = bench.project({
      files: { "package.json": '{ "name": "tea", "scripts": { "test": "vitest" } }\n' },
    });
    const tool = "mcp__plugin_memory-bank_bank__refresh";
    const conversation = bench.open(project, { args: ["--allowedTools", tool] });
    const plan = call(tool, { action: "plan" });
    const planned = await conversation.send("Plan it", [plan, say("Shall I?")]);
    const [, id] = /plan: "(\w+)"/.exec(planned.results[0]?.text ?? "") ?? [];
    const killed = onFirstChange(project.dir, () => kill(conversation));
    const applied = await conversation.send("Yes, do", [
      call(tool, { action: "apply", plan: id }),
      plan,
      say("Done."),
    ]);
    await killed;
    const [, after] = applied.results;
    const docs = Object.keys(treeOf(project.dir)).filter((path) => path.endsWith(".md"));
    if (docs.length === 0) expect(after?.text).toContain("Build the memory bank");
    else {
      expect(after?.text).toContain("nothing to do");
      expect(docs).toContain("memory-bank/details/patterns.md");
    }
    expect(project.git("status", "--porcelain", "--ignored")).not.toMatch(/^!!/m);
  });
});

describeClaude("the server is started", () => {
  test.skipIf(process.platform !== "linux")("without the certificates of a proxy", async () => {
    const env = { NODE_EXTRA_CA_CERTS: join(bench.home, "proxy.pem") };
    const conversation = bench.open(bench.project(), { env });
    await conversation.send("Hello", [say("Hello.")]);
    const environments = serversOf(conversation).map((pid) =>
      readFileSync(`/proc/${pid}/environ`, "utf8").split("\0"),
    );
    expect(environments).toEqual([expect.arrayContaining(["NODE_EXTRA_CA_CERTS="])]);
  });
});
