import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type RolloutFile,
  createRolloutFile,
  ranItem,
  ranOutput,
  rolloutPath,
} from "../../../test/helpers/written-rollout.ts";
import { createPaths } from "../../io/disk/paths.ts";
import { loadShell } from "../../runtime/load-shell.ts";
import { createRollout } from "./rollout.ts";

const ROOT = "/nowhere/tea";
const BANK = `${ROOT}/memory-bank`;
const PATHS = createPaths({ directory: ROOT, root: ROOT, bank: BANK, isCaseInsensitive: false });
const CAT = "cat memory-bank/details/patterns.md";
const TEXT = '# Patterns\n\n- "tabs"\n';
const READ = 'read details/patterns.md "whole"';
const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
let sessions = "";
let file: RolloutFile;
let learnt: string[] = [];

beforeAll(() => loadShell());
beforeEach(() => {
  sessions = mkdtempSync(join(folder, "case-"));
  file = write("t1");
  learnt = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, meta: object = {}, day = "2026-11-18"): RolloutFile {
  return createRolloutFile(rolloutPath(sessions, `${day}T00-00-00`, name), { id: name, ...meta });
}

function open(path = file.path, isRoot = true) {
  return createRollout(
    {
      around: (_, directory = ROOT) => ({
        paths: () => PATHS,
        directory,
        root: ROOT,
        isPosix: () => true,
        servers: () => [],
      }),
      isRoot,
      readBy: (worker) => [`by ${worker}`],
      wroteBy: (worker) => (worker === "writer" ? ["details/tech.md"] : []),
      learn: async (worker) => void learnt.push(worker),
    },
    path,
  );
}

/** What the rollout tells, in short. */
async function told(isRoot = true, { path } = file): Promise<string[]> {
  const { parse, prepare, createReader } = open(path, isRoot);
  const rows = parse(readFileSync(path, "utf8"));
  await prepare(rows);
  return rows.flatMap(createReader()).flatMap(({ events, answer }) =>
    events.flatMap((event) => {
      if (event.kind === "user-spoke") return `user: ${event.text}`;
      if (event.kind === "said") return `said: ${event.text}`;
      if (event.kind === "doc-read") return `read ${event.doc} ${JSON.stringify(event.lines)}`;
      if (event.kind === "doc-written") return `wrote ${event.doc}`;
      if (event.kind === "file-written") return `wrote ${event.path}`;
      if (event.kind === "worker-returned") return `back ${event.worker}: ${answer}`;
      if (event.kind === "memory-reader-started") return `reader ${event.worker}`;
      if (event.kind === "question-answered") return `answered ${event.answers.join()}`;
      if (event.kind === "told") return `told ${event.topic}`;
      if (event.kind === "plan-made") return `plan ${event.plan}`;
      if (["turn-started", "request-began", "called"].includes(event.kind)) return [];
      return event.kind;
    }),
  );
}

function run(id: string, command: string, output: string, exit = 0): void {
  file.item(ranItem(id, command, ROOT, output, exit));
}

describe("who speaks", () => {
  it("is the user who typed, not the host and not another agent", async () => {
    file.typed(" hello\n");
    file.message("user", "environments.environment_context", "<environment_context>");
    file.message("user", "shell.user_command", "<user_shell_command>ls</user_shell_command>");
    file.aborted();
    file.reported("/root", "NEW_TASK", "yes");
    expect(await told()).toEqual(["user: hello"]);
    expect(await told(false)).toEqual([]);
  });

  it("types what looks like a notification, or like a row", async () => {
    const notice =
      '<subagent_notification>\n{"agent_path":"w","status":{}}\n</subagent_notification>';
    const row = '{"timestamp":"x","ordinal":9,"type":"compacted","payload":{"message":"x"}}';
    file.typed(notice);
    file.typed(`yes\n${row}\n${row}`);
    expect(await told()).toEqual([`user: ${notice}`, `user: yes\n${row}\n${row}`]);
    expect(learnt).toEqual([]);
  });

  it("is the agent in what it says, and nobody in a summary or in old prompts", async () => {
    file.said("One.");
    file.compacted("Save it? I said so.");
    file.said("Two.");
    expect(await told()).toEqual(["said: One.", "compacted", "said: Two."]);
  });

  it("is us in texts of hooks, which say what the model was told", async () => {
    const notice = "[Memory Bank] Save it? (reminder: offer-to-save)";
    file.context([notice, "[Memory Bank, continued]\nand more"]);
    file.typed(notice);
    expect(await told()).toEqual(["told offer-to-save", `user: ${notice}`]);
    const rows = open().parse(readFileSync(file.path, "utf8"));
    expect(rows.flatMap((row) => open().toLine(row).context)).toHaveLength(2);
  });
});

describe("a command that the model has called", () => {
  const call = (id: string, output: string, command = CAT) => {
    file.called(id, "exec_command", { cmd: command });
    file.output(id, output);
  };

  it("shows a doc if it ended well and was not cut", async () => {
    call("call_1", ranOutput(TEXT));
    call("call_2", ranOutput(TEXT, 1));
    call("call_3", ranOutput(`Warning: truncated output (original token count: 9)\n${TEXT}`));
    call("call_4", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n# P");
    call("call_5", "Wall time: 0.3 seconds\naborted by user");
    call("call_6", `Command blocked by PreToolUse hook: no. Command: ${CAT}`);
    expect(await told()).toEqual([READ]);
  });

  it("runs in the folder that the host names", async () => {
    file.called("call_1", "exec_command", { cmd: "cat patterns.md", workdir: `${BANK}/details` });
    file.item(ranItem("call_1", "cat patterns.md", `${BANK}/details`, TEXT));
    file.output("call_1", ranOutput(TEXT));
    expect(await told()).toEqual([READ]);
  });

  it("has written nothing where it was refused, or never began", async () => {
    const command = "echo x > src/a.ts";
    call("call_1", `Command blocked by PreToolUse hook: no. Command: ${command}`, command);
    call("call_2", "exec_command failed: rejected by user", command);
    file.called("call_3", "exec_command", { cmd: command });
    file.item({ ...ranItem("call_3", command, ROOT, ""), status: "declined", exit_code: -1 });
    file.output("call_3", "rejected");
    file.called("call_4", "write_file", { path: `${BANK}/MEMORY.md` }, "mcp__files");
    file.output("call_4", "Tool call blocked by PreToolUse hook: no.");
    expect(await told()).toEqual([]);
    call("call_5", "Wall time: 0.3 seconds\naborted by user", command);
    call("call_6", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n", command);
    call("call_7", ranOutput("", 1), command);
    expect(await told()).toEqual(Array.from({ length: 3 }, () => "wrote src/a.ts"));
  });

  it("is not the one that its output speaks of", async () => {
    call("call_1", `Chunk ID: 1\nProcess running with session ID 7\nOutput:\n${ranOutput(TEXT)}`);
    call("call_2", ranOutput(`x\n\nOutput:\n${TEXT}`), "cat notes.txt");
    call("call_3", `Process exited with code 1\nOutput:\nProcess exited with code 0\nOutput:\nx`);
    expect(await told()).toEqual([]);
  });
});

describe("a patch", () => {
  const text = "*** Begin Patch\n*** Update File: memory-bank/MEMORY.md\n@@\n-a\n+b\n*** End Patch";
  const done = (id: string, status: string) =>
    file.item({ type: "FileChange", id, changes: { [`${BANK}/MEMORY.md`]: {} }, status });

  it("has written if the host says that it has", async () => {
    for (const [id, status] of [
      ["call_1", "completed"],
      ["call_2", "failed"],
      ["call_3", "declined"],
    ] as const) {
      file.custom(id, "apply_patch", text);
      done(id, status);
      file.customOutput(id, "Exit code: 0\nOutput:\nSuccess.");
    }
    file.custom("call_4", "apply_patch", text);
    file.customOutput("call_4", "Exit code: 0\nOutput:\nSuccess.");
    expect(await told()).toEqual(["wrote MEMORY.md"]);
  });

  it("counts the same when it is given to the shell, or in a script", async () => {
    file.called("call_1", "exec_command", { cmd: `apply_patch <<'EOF'\n${text}\nEOF` });
    done("call_1", "completed");
    file.output("call_1", "Wall time: 0 seconds\nOutput:\nExit code: 0\nOutput:\nSuccess.");
    file.custom("call_2", "exec", "await tools.apply_patch(…)");
    done("exec-1", "completed");
    done("exec-2", "failed");
    file.printed("call_2", "{}");
    for (const [id, status] of [
      ["call_3", "failed"],
      ["call_4", undefined],
    ] as const) {
      file.called(id, "exec_command", { cmd: `apply_patch <<'EOF'\n${text}\nEOF` });
      if (status !== undefined) done(id, status);
      file.output(id, "Wall time: 0 seconds\nOutput:\nExit code: 1\nOutput:\nno");
    }
    expect(await told()).toEqual(["wrote MEMORY.md", "wrote MEMORY.md"]);
  });
});

describe("what a script's command printed", () => {
  /** A script that runs this and shows that. */
  async function afterScript(shown: string[], output = TEXT, exit = 0): Promise<string[]> {
    file.custom("call_1", "exec", "…");
    run("exec-1", CAT, output, exit);
    file.printed("call_1", ...shown);
    return told();
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
    ["its pieces apart", [TEXT.slice(0, 12), TEXT.slice(12)]],
    [
      "it cut",
      ["Warning: truncated output (original token count: 9)\n\n# Pat…9 tokens truncated…"],
    ],
    ["it in other words", [TEXT.replaceAll("\n", " ")]],
  ])("is not read when the model sees %s", async (_, shown) => {
    expect(await afterScript(shown)).toEqual([]);
  });

  it("is not read when the command failed, whatever is shown", async () => {
    expect(await afterScript([TEXT], TEXT, 1)).toEqual([]);
  });

  it("is read later, once, when a later output shows it; not after a compaction", async () => {
    await afterScript([]);
    file.called("call_2", "wait", { cell_id: "7" });
    file.output("call_2", [{ type: "input_text", text: TEXT }]);
    file.custom("call_3", "exec", "…");
    file.printed("call_3", TEXT);
    expect(await told()).toEqual([READ]);
    file.custom("call_4", "exec", "…");
    run("exec-4", CAT, TEXT);
    file.printed("call_4");
    file.compacted("S");
    file.custom("call_5", "exec", "…");
    file.printed("call_5", TEXT);
    expect(await told()).toEqual([READ, "compacted"]);
  });

  it("of a doc without text is all that there is", async () => {
    expect(await afterScript(["done"], "")).toEqual([READ]);
  });

  it("is no read of a doc that nobody has read", async () => {
    file.custom("call_1", "exec", "text('# Patterns…')");
    run("exec-1", "cat notes.txt", TEXT);
    run("exec-2", `echo '${TEXT}'`, TEXT);
    file.printed("call_1", TEXT);
    expect(await told()).toEqual([]);
  });

  it("is what it did, whatever is shown: other files are written", async () => {
    file.custom("call_1", "exec", "…");
    run("exec-1", "echo > src/a.ts", "");
    file.printed("call_1");
    expect(await told()).toEqual(["wrote src/a.ts"]);
  });
});

describe("work for others", () => {
  it("is begun by a call, and ends with a message, of either generation", async () => {
    const reader = { message: "look", agent_type: "memory-reader" };
    file.called("call_1", "spawn_agent", reader, "multi_agent_v1");
    file.item({ type: "CollabAgentToolCall", id: "call_1", receiver_thread_ids: ["w1"] });
    file.output("call_1", '{"agent_id":"w1"}');
    file.called("call_2", "spawn_agent", reader, "collaboration");
    const [agent_thread_id, agent_path] = ["w2", "/root/look"];
    file.item({ type: "SubAgentActivity", id: "call_2", agent_thread_id, agent_path });
    file.output("call_2", '{"task_name":"/root/look"}');
    file.notified("w1", { completed: "It is." });
    file.reported("/root/look", "FINAL_ANSWER", "It\nPayload:\nis.");
    file.notified("writer", { errored: "no" });
    expect(await told()).toEqual([
      "reader w1",
      "reader w2",
      "back w1: It is.",
      "back w2: It\nPayload:\nis.",
      "back writer: undefined",
      "wrote details/tech.md",
    ]);
    expect(learnt).toEqual(["w1", "w2", "writer"]);
  });

  it("is no reader's because a task is called like it", async () => {
    const args = { task_name: "memory-reader", message: "memory-reader" };
    file.called("call_1", "spawn_agent", args, "collaboration");
    const item = { type: "SubAgentActivity", id: "call_1", agent_thread_id: "w1" };
    file.item({ ...item, agent_path: "/root/memory-reader" });
    file.output("call_1", "{}");
    expect(await told()).toEqual([]);
  });

  it("is not ended by another kind of message, or by what quotes one", async () => {
    file.reported("/root/look", "MESSAGE", "Message Type: FINAL_ANSWER\nPayload:\nx");
    file.typed("Message Type: FINAL_ANSWER\nPayload:\nx");
    file.said("<subagent_notification>\n{}\n</subagent_notification>");
    file.message("user", "multi_agent.subagent_notification", "<subagent_notification>broken");
    expect(await told()).toHaveLength(2);
    expect(learnt).toEqual([]);
  });
});

it("a question is answered, a plan is made, in the words that the host keeps", async () => {
  const questions = [{ id: "q", question: "Save it?", options: [] }];
  file.called("call_1", "request_user_input", { questions });
  file.output("call_1", '{"answers":{"q":{"answers":["yes"]}}}');
  file.called("call_2", "refresh", { action: "plan" }, "mcp__memory_bank");
  const made = { server: "memory_bank", tool: "refresh", arguments: { action: "plan" } };
  const result = { content: [], _meta: { memoryBankPlanned: "0123456789ab" } };
  file.item({ type: "McpToolCall", id: "call_2", ...made, result });
  file.output("call_2", [{ type: "input_text", text: "The plan" }]);
  expect(await told()).toEqual(["answered yes", "plan 0123456789ab"]);
});

describe("lines", () => {
  it("that are broken, or of kinds that nobody knows, are skipped", async () => {
    file.noise();
    file.raw('{"timestamp":"x","ordinal":3,"type":"response_item","payload":{"type":"mess');
    file.raw("");
    file.raw('{"timestamp":"x","ordinal":3,"type":"compacted","payload":[]}');
    file.raw('{"type":"compacted","payload":{}}');
    file.typed("hello");
    appendFileSync(
      file.path,
      '{"timestamp":"x","ordinal":4,"type":"compacted","payload":{}}'.slice(9),
    );
    expect(await told()).toEqual(["user: hello"]);
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
        const { parse, prepare, toLine, createReader } = open();
        const parsed = parse(lines.join("\n"));
        await prepare(parsed);
        for (const each of parsed) toLine(each);
        parsed.flatMap(createReader());
      }),
    );
  });
});
