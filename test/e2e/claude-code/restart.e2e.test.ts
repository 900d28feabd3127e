import { expect, test } from "vitest";
import { CONTEXT_FULL } from "../kit/claude-code/index.ts";
import { calls, say } from "../kit/index.ts";
import { processesBelow } from "../kit/processes-below.ts";
import { FILES, PATTERNS_PATH } from "../use-host.ts";
import { agent, bash, edit, read, write } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";

const CONTEXT = { MEMORY_BANK_READ_SCOPE: "context", MEMORY_BANK_APPROVAL: "block" };
const bench = useBank({ ...BLOCK, ...CONTEXT });
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const DESIGN = "memory-bank/details/design/tea.md";
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.\n---`;
const ANSWER =
  "**Context Summary**\n\n- Tea.\n\n```yaml\nschema: memory-reader/v1\nuser_question: q\nevidence: []\nconflicts: []\nopen_questions: []\n```";
type Ending = "lives on" | "is killed" | "another process";

/** A session with reads, parallel calls, a subagent, a failed command, a compaction and an offer; then a yes. */
async function play(ending: Ending): Promise<string[]> {
  const project = bench.project({
    files: { ...FILES, [REQUIREMENT]: "# REQ-001\n\nSell tea.\n", [DESIGN]: "# Tea\n\nHot.\n" },
  });
  let conversation = bench.open(project);
  bench.model.play("Which conventions?", [read(PATTERNS_PATH), say(ANSWER)]);
  bench.model.playCompaction([say("<summary>Tea is to be sold.</summary>")]);
  const first = await conversation.send("Look around", [
    calls(
      ["Read", { file_path: "package.json" }],
      ["Read", { file_path: DESIGN }],
      ["Read", { file_path: REQUIREMENT }],
    ),
    bash("echo x > src/tea.ts; false"),
    ...["a", "b", "c", "d", "e", "f"].map((name) => write(`src/${name}.txt`, `${name}\n`)),
    agent("memory-bank:memory-reader", "Which conventions?"),
    bash("echo much", {}, { usage: CONTEXT_FULL }),
    read(REQUIREMENT),
    read(PATTERNS_PATH),
    say("Seen."),
  ]);
  await conversation.send("Tidy up", [bash("ls src"), say(OFFER)]);
  if (ending === "is killed") {
    const servers = processesBelow(conversation.program.pid).filter(({ command }) =>
      command.endsWith("/claude-code/server.js"),
    );
    expect(servers).toHaveLength(1);
    for (const { pid } of servers) process.kill(pid, "SIGKILL");
  } else if (ending === "another process") {
    await conversation.end();
    conversation = bench.open(project, { resume: first.session });
  }
  const { results } = await conversation.send("yes", [
    read("package.json"),
    edit("package.json", '"1.0.0"', '"2.0.0"'),
    read(DESIGN),
    edit("package.json", '"1.0.0"', '"2.0.0"'),
    edit(DESIGN, "Hot.", "Cold."),
    read(PATTERNS_PATH),
    edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- indent with tabs\n"),
    write(`${DESIGN}.md`, "# Other\n"),
    bash("echo x >> memory-bank/MEMORY.md"),
    say("Saved."),
  ]);
  return results.map(({ text }) => text.replaceAll(project.dir, "").replaceAll(project.cwd, ""));
}

describeClaude("a session whose server is another one", () => {
  test.each<Ending>(["is killed", "another process"])(
    "is judged as if the first had lived on: %s",
    async (ending) => {
      const lived = await play("lives on");
      const [, lost, , bumped, unasked, , saved, other, shell] = lived;
      expect(lost).toContain("(rule: recover-after-compaction)");
      expect(bumped).toContain("has been updated");
      expect(unasked).toContain("(rule: ask-before-saving)");
      expect(saved).toContain("has been updated");
      expect(other).toContain("(rule: ask-before-saving)");
      expect(shell).toContain("(rule: guard-memory-files)");
      expect(await play(ending)).toEqual(lived);
    },
  );
});
