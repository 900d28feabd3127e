import { appendFileSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BANK, CAT, READ, ROOT, TEXT, useRollout } from "../../../test/helpers/told-rollout.ts";
import { ranItem, ranOutput } from "../../../test/helpers/written-rollout.ts";

const rollout = useRollout();

describe("who speaks", () => {
  it("is the user who typed, not the host and not another agent", async () => {
    rollout.file.typed(" hello\n");
    rollout.file.message("user", "environments.environment_context", "<environment_context>");
    rollout.file.message(
      "user",
      "shell.user_command",
      "<user_shell_command>ls</user_shell_command>",
    );
    rollout.file.aborted();
    rollout.file.reported("/root", "NEW_TASK", "yes");
    expect(await rollout.told()).toEqual(["user: hello"]);
    expect(await rollout.told(false)).toEqual([]);
  });

  it("types what looks like a notification, or like a row", async () => {
    const notice =
      '<subagent_notification>\n{"agent_path":"w","status":{}}\n</subagent_notification>';
    const row = '{"timestamp":"x","ordinal":9,"type":"compacted","payload":{"message":"x"}}';
    rollout.file.typed(notice);
    rollout.file.typed(`yes\n${row}\n${row}`);
    expect(await rollout.told()).toEqual([`user: ${notice}`, `user: yes\n${row}\n${row}`]);
    expect(rollout.learnt).toEqual([]);
  });

  it("is the agent in what it says, and nobody in a summary or in old prompts", async () => {
    rollout.file.said("One.");
    rollout.file.compacted("Save it? I said so.");
    rollout.file.said("Two.");
    expect(await rollout.told()).toEqual(["said: One.", "compacted", "said: Two."]);
  });

  it("is us in texts of hooks, which say what the model was told", async () => {
    const notice = "[Memory Bank] Save it? (reminder: offer-to-save)";
    rollout.file.context([notice, "[Memory Bank, continued]\nand more"]);
    rollout.file.typed(notice);
    expect(await rollout.told()).toEqual(["told offer-to-save", `user: ${notice}`]);
    const lines = await rollout.open().add(readFileSync(rollout.file.path, "utf8"));
    expect(lines.filter(({ context }) => context !== undefined)).toHaveLength(2);
  });
});

describe("a command that the model has called", () => {
  const call = (id: string, printed: string, { command = CAT, exit = 0, seen = printed } = {}) => {
    rollout.file.called(id, "exec_command", { cmd: command });
    rollout.run(id, command, printed);
    rollout.file.output(id, ranOutput(seen, exit));
  };

  it("shows what of a doc is in its output", async () => {
    call("call_1", TEXT);
    call("call_2", "cat: no such file", { exit: 1 });
    const cut = "Warning: truncated output (original token count: 9)\n# Pat…2 tokens truncated…";
    call("call_3", TEXT, { seen: cut });
    rollout.file.called("call_4", "exec_command", { cmd: CAT });
    rollout.file.output("call_4", `Command blocked by PreToolUse hook: no. Command: ${CAT}`);
    expect(await rollout.told()).toEqual([READ]);
  });

  it("beside another one is told with its own output", async () => {
    for (const id of ["call_1", "call_2"]) rollout.file.called(id, "exec_command", { cmd: CAT });
    rollout.run("call_1", CAT, TEXT);
    rollout.run("call_2", "ls", "patterns.md\n");
    rollout.file.output("call_2", ranOutput("patterns.md\n"));
    expect(await rollout.told()).toEqual([]);
    rollout.file.output("call_1", ranOutput(TEXT));
    expect(await rollout.told()).toEqual([READ]);
  });

  it("runs in the folder that the host names", async () => {
    rollout.file.called("call_1", "exec_command", {
      cmd: "cat patterns.md",
      workdir: `${BANK}/details`,
    });
    rollout.file.item(ranItem("call_1", "cat patterns.md", `${BANK}/details`, TEXT));
    rollout.file.output("call_1", ranOutput(TEXT));
    expect(await rollout.told()).toEqual([READ]);
  });

  it("has written nothing where it was refused, or never began; what ran on is told once it has ended", async () => {
    const command = "echo x > src/a.ts";
    rollout.file.called("call_1", "exec_command", { cmd: command });
    rollout.file.output("call_1", `Command blocked by PreToolUse hook: no. Command: ${command}`);
    rollout.file.called("call_3", "exec_command", { cmd: command });
    rollout.file.item({
      ...ranItem("call_3", command, ROOT, ""),
      status: "declined",
      exit_code: -1,
    });
    rollout.file.output("call_3", "rejected");
    rollout.file.called("call_4", "write_file", { path: `${BANK}/MEMORY.md` }, "mcp__files");
    rollout.file.output("call_4", "Tool call blocked by PreToolUse hook: no.");
    rollout.file.called("call_5", "exec_command", { cmd: command });
    rollout.file.output("call_5", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n");
    expect(await rollout.told()).toEqual([]);
    rollout.run("call_5", command, "");
    call("call_6", "", { command, exit: 1 });
    expect(await rollout.told()).toEqual(["wrote src/a.ts", "wrote src/a.ts"]);
  });
});

describe("a patch", () => {
  const text = "*** Begin Patch\n*** Update File: memory-bank/MEMORY.md\n@@\n-a\n+b\n*** End Patch";
  const done = (id: string, status: string) =>
    rollout.file.item({ type: "FileChange", id, changes: { [`${BANK}/MEMORY.md`]: {} }, status });

  it("has written if the host says that it has", async () => {
    for (const [id, status] of [
      ["call_1", "completed"],
      ["call_2", "failed"],
      ["call_3", "declined"],
    ] as const) {
      rollout.file.custom(id, "apply_patch", text);
      done(id, status);
      rollout.file.customOutput(id, "Exit code: 0\nOutput:\nSuccess.");
    }
    rollout.file.custom("call_4", "apply_patch", text);
    rollout.file.customOutput("call_4", "Exit code: 0\nOutput:\nSuccess.");
    expect(await rollout.told()).toEqual(["wrote MEMORY.md"]);
  });

  it("has changed, added, deleted and moved what the host says", async () => {
    const changes = {
      [`${BANK}/new.md`]: { type: "add", content: "one\n*** End Patch\n\nthree\n" },
      [`${BANK}/old.md`]: { type: "delete", content: "one\n" },
      [`${BANK}/from.md`]: { type: "update", move_path: `${BANK}/to.md` },
    };
    rollout.file.custom("call_1", "apply_patch", text);
    rollout.file.item({ type: "FileChange", id: "call_1", changes, status: "completed" });
    rollout.file.customOutput("call_1", "Exit code: 0\nOutput:\nSuccess.");
    expect(await rollout.told()).toEqual([
      'read new.md "whole"',
      ...["new.md", "old.md", "from.md", "to.md"].map((doc) => `wrote ${doc}`),
    ]);
  });

  it("counts the same when it is given to the shell, or in a script", async () => {
    rollout.file.called("call_1", "exec_command", { cmd: `apply_patch <<'EOF'\n${text}\nEOF` });
    done("call_1", "completed");
    rollout.file.output("call_1", "Wall time: 0 seconds\nOutput:\nExit code: 0\nOutput:\nSuccess.");
    rollout.file.custom("call_2", "exec", "await tools.apply_patch(…)");
    done("exec-1", "completed");
    done("exec-2", "failed");
    rollout.file.printed("call_2", "{}");
    for (const [id, status] of [
      ["call_3", "failed"],
      ["call_4", undefined],
    ] as const) {
      rollout.file.called(id, "exec_command", { cmd: `apply_patch <<'EOF'\n${text}\nEOF` });
      if (status !== undefined) done(id, status);
      rollout.file.output(id, "Wall time: 0 seconds\nOutput:\nExit code: 1\nOutput:\nno");
    }
    expect(await rollout.told()).toEqual(["wrote MEMORY.md", "wrote MEMORY.md"]);
  });
});

it("a question is answered, a plan is made, in the words that the host keeps", async () => {
  const questions = [{ id: "q", question: "Save it?", options: [] }];
  rollout.file.called("call_1", "request_user_input", { questions });
  rollout.file.output("call_1", '{"answers":{"q":{"answers":["yes"]}}}');
  rollout.file.called("call_2", "refresh", { action: "plan" }, "mcp__memory_bank");
  const made = { server: "memory_bank", tool: "refresh", arguments: { action: "plan" } };
  const result = { content: [], _meta: { memoryBankPlanned: "0123456789ab" } };
  rollout.file.item({ type: "McpToolCall", id: "call_2", ...made, result });
  rollout.file.output("call_2", [{ type: "input_text", text: "The plan" }]);
  expect(await rollout.told()).toEqual(["answered yes", "plan 0123456789ab"]);
});

describe("lines", () => {
  it("that are broken, or of kinds that nobody knows, are skipped", async () => {
    rollout.file.noise();
    rollout.file.raw('{"timestamp":"x","ordinal":3,"type":"response_item","payload":{"type":"mess');
    rollout.file.raw("");
    rollout.file.raw('{"timestamp":"x","ordinal":3,"type":"compacted","payload":[]}');
    rollout.file.raw('{"type":"compacted","payload":{}}');
    rollout.file.typed("hello");
    appendFileSync(
      rollout.file.path,
      '{"timestamp":"x","ordinal":4,"type":"compacted","payload":{}}'.slice(9),
    );
    expect(await rollout.told()).toEqual(["user: hello"]);
  });

  it("may hold anything: nothing throws", async () => {
    const kinds = fc.constantFrom("response_item", "event_msg", "compacted", "session_meta");
    const types = fc.constantFrom(
      ..."message agent_message item_completed function_call custom_tool_call".split(" "),
      ..."function_call_output custom_tool_call_output".split(" "),
    );
    const keys = fc.constantFrom(
      ..."role content item output call_id name arguments input author history_base".split(" "),
      "internal_chat_message_metadata_passthrough",
    );
    const row = fc.tuple(kinds, types, fc.dictionary(keys, fc.anything()));
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const lines = rows.map(([kind, type, payload], ordinal) =>
          JSON.stringify(
            {
              timestamp: "x",
              ordinal,
              type: kind,
              payload: { type, call_id: "call_1", ...payload },
            },
            (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
          ),
        );
        await rollout.open().add(lines.join("\n"));
      }),
    );
  });
});
