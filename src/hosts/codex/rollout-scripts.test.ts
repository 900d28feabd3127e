import { describe, expect, it } from "vitest";
import { CAT, READ, TEXT, useRollout } from "../../../test/helpers/told-rollout.ts";

const rollout = useRollout();

describe("what a script's command printed", () => {
  /** A script that runs this and shows that. */
  async function afterScript(shown: string[], output = TEXT): Promise<string[]> {
    rollout.file.custom("call_1", "exec", "…");
    rollout.run("exec-1", CAT, output);
    rollout.file.printed("call_1", ...shown);
    return rollout.told();
  }

  it.each([
    ["as it is", [TEXT]],
    ["among other things", [`before\n${TEXT}after`]],
    ["without the last line's end", [TEXT.trimEnd()]],
    ["as JSON", [JSON.stringify({ exit_code: 0, output: TEXT })]],
  ])("is read when the model sees it %s", async (_, shown) => {
    expect(await afterScript(shown)).toEqual([READ]);
  });

  it.each([
    ["nothing", []],
    ["a part of it", [TEXT.slice(0, 12)]],
    [
      "it cut",
      ["Warning: truncated output (original token count: 9)\n\n# Pat…9 tokens truncated…"],
    ],
  ])("is not read when the model sees %s", async (_, shown) => {
    expect(await afterScript(shown)).toEqual([]);
  });

  it("is no read of a doc that nobody has read", async () => {
    rollout.file.custom("call_1", "exec", "text('# Patterns…')");
    rollout.run("exec-1", "cat notes.txt", TEXT);
    rollout.run("exec-2", `echo '${TEXT}'`, TEXT);
    rollout.file.printed("call_1", TEXT);
    expect(await rollout.told()).toEqual([]);
  });

  it("is what it did, whatever is shown: other files are written", async () => {
    rollout.file.custom("call_1", "exec", "…");
    rollout.run("exec-1", "echo > src/a.ts", "");
    rollout.file.printed("call_1");
    expect(await rollout.told()).toEqual(["wrote src/a.ts"]);
  });
});

describe("work for others", () => {
  it("is begun by a call, and ends with a message, of either generation", async () => {
    const reader = { message: "look", agent_type: "memory-reader" };
    rollout.file.called("call_1", "spawn_agent", reader, "multi_agent_v1");
    rollout.file.item({ type: "CollabAgentToolCall", id: "call_1", receiver_thread_ids: ["w1"] });
    rollout.file.output("call_1", '{"agent_id":"w1"}');
    rollout.file.called("call_2", "spawn_agent", reader, "collaboration");
    const [agent_thread_id, agent_path] = ["w2", "/root/look"];
    rollout.file.item({ type: "SubAgentActivity", id: "call_2", agent_thread_id, agent_path });
    rollout.file.output("call_2", '{"task_name":"/root/look"}');
    rollout.file.notified("w1", { completed: "It is." });
    rollout.file.reported("/root/look", "FINAL_ANSWER", "It\nPayload:\nis.");
    rollout.file.notified("writer", { errored: "no" });
    expect(await rollout.told()).toEqual([
      "reader w1",
      "reader w2",
      "back w1: It is.",
      "back w2: It\nPayload:\nis.",
      "back writer: undefined",
      "wrote details/tech.md",
    ]);
    expect(rollout.learnt).toEqual(["w1", "w2", "writer"]);
  });

  it("is no reader's because a task is called like it", async () => {
    const args = { task_name: "memory-reader", message: "memory-reader" };
    rollout.file.called("call_1", "spawn_agent", args, "collaboration");
    const item = { type: "SubAgentActivity", id: "call_1", agent_thread_id: "w1" };
    rollout.file.item({ ...item, agent_path: "/root/memory-reader" });
    rollout.file.output("call_1", "{}");
    expect(await rollout.told()).toEqual([]);
  });

  it("is not ended by another kind of message, or by what quotes one", async () => {
    rollout.file.reported("/root/look", "MESSAGE", "Message Type: FINAL_ANSWER\nPayload:\nx");
    rollout.file.typed("Message Type: FINAL_ANSWER\nPayload:\nx");
    rollout.file.said("<subagent_notification>\n{}\n</subagent_notification>");
    rollout.file.message(
      "user",
      "multi_agent.subagent_notification",
      "<subagent_notification>broken",
    );
    expect(await rollout.told()).toHaveLength(2);
    expect(rollout.learnt).toEqual([]);
  });
});
