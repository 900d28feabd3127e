import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTranscriptFile } from "../../../test/helpers/written-transcript.ts";
import { createPaths } from "../../io/disk/paths.ts";
import { loadShell } from "../shared/host-tools.ts";
import { createTranscript } from "./transcript.ts";

const ROOT = "/nowhere/tea";
const BANK = `${ROOT}/memory-bank`;
const PATHS = createPaths({ directory: ROOT, root: ROOT, bank: BANK, isCaseInsensitive: false });
const PATTERNS = `${BANK}/details/patterns.md`;
const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
let file: ReturnType<typeof createTranscriptFile>;
let learnt: string[] = [];

beforeAll(() => loadShell());
beforeEach(() => {
  file = createTranscriptFile(mkdtempSync(join(folder, "case-")) + "/t.jsonl");
  learnt = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(isRoot = true) {
  return createTranscript({
    around: (directory = ROOT) => ({ bank: { paths: PATHS }, directory }),
    isRoot,
    readBy: (worker) => [`by ${worker}`],
    wroteBy: () => [],
    learn: async (worker) => void learnt.push(worker),
  });
}

/** What the transcript tells, in short. */
async function told(isRoot = true, more = ""): Promise<string[]> {
  file.flush();
  const { add, active } = open(isRoot);
  await add(readFileSync(file.path, "utf8") + more);
  const all = active();
  return all.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.kind === "user-spoke") return `user: ${event.text}`;
      if (event.kind === "said") return `said: ${event.text}`;
      if (event.kind === "doc-read") return `read ${event.doc} ${JSON.stringify(event.lines)}`;
      if (event.kind === "worker-returned") return `returned ${event.worker}: ${event.read.join()}`;
      if (event.kind === "question-answered") return `answered ${event.answers.join()}`;
      if (["turn-started", "request-began", "called"].includes(event.kind)) return [];
      return event.kind;
    }),
  );
}

const shown = (startLine: number, numLines: number, totalLines: number) => ({
  toolUseResult: { type: "text", file: { startLine, numLines, totalLines } },
});

function readDoc(id: string, lines = shown(1, 4, 4)): string {
  const from = file.called(`message ${id}`, id, "Read", { file_path: PATTERNS });
  return file.result(id, from, "1\t- a", lines);
}
const WHOLE = 'read details/patterns.md {"from":1,"to":4,"total":4}';

describe("who speaks", async () => {
  it("is the user who typed: at a prompt, through the SDK, during a turn, a command", async () => {
    file.user("typed", { origin: { kind: "human" }, promptSource: "typed" });
    file.prompt("by SDK");
    file.user([{ type: "text", text: "in parts" }], { promptSource: "sdk" });
    file.attach({ type: "queued_command", commandMode: "prompt", humanTurn: true, prompt: "mid" });
    file.user("<command-name>/memory-bank:refresh</command-name>\n<command-args></command-args>", {
      origin: { kind: "human" },
    });
    expect(await told()).toEqual([
      "user: typed",
      "user: by SDK",
      "user: in parts",
      "user: mid",
      "user: /memory-bank:refresh",
    ]);
    expect(await told(false)).toEqual([]);
  });

  it("is nobody where the host puts a text in the user's place", async () => {
    const human = { origin: { kind: "human" } };
    file.user("Bring the bank up to date", { isMeta: true, turnCompanion: true, ...human });
    file.user("<bash-input>rm -rf memory-bank</bash-input>", human);
    file.user("<bash-stdout>gone</bash-stdout>", human);
    file.user("<local-command-stdout>ok</local-command-stdout>", human);
    file.user("[Request interrupted by user]");
    file.user("Summary of all", { isCompactSummary: true, promptSource: "sdk" });
    file.attach({ type: "queued_command", commandMode: "prompt", prompt: "machine" });
    expect(await told()).toEqual([]);
  });

  it("is a worker that comes back, by a message or during a turn; its transcript is read first", async () => {
    const notice = (id: string) =>
      `<task-notification><task-id>${id}</task-id><status>completed</status></task-notification>`;
    file.user(notice("a1"), { origin: { kind: "task-notification" }, promptSource: "system" });
    file.attach({ type: "queued_command", prompt: notice("a2") });
    expect(await told()).toEqual(["returned a1: by a1", "returned a2: by a2"]);
    expect(learnt).toEqual(["a1", "a2"]);
  });

  it("is the agent, once for each text", async () => {
    file.prompt("hello");
    file.said("m1", "one");
    file.said("m1", "two");
    expect(await told()).toEqual(["user: hello", "said: one", "said: two"]);
  });
});

describe("a result", () => {
  it("tells what was read, and counts nothing where it failed or was refused", async () => {
    readDoc("c1");
    const second = file.called("m2", "c2", "Read", { file_path: PATTERNS });
    file.result("c2", second, "no such file", {}, true);
    const third = file.called("m3", "c3", "Bash", {
      command: "cat memory-bank/details/patterns.md",
    });
    file.result("c3", third, "PreToolUse:Bash hook error: no", {}, true);
    expect(await told()).toEqual([WHOLE]);
  });

  it("of a command that failed tells what it may have written", async () => {
    const from = file.called("m", "c", "Bash", { command: "echo > src/a.ts; false" });
    file.result("c", from, "Exit code 1", { toolUseResult: "Error: Exit code 1" }, true);
    expect(await told()).toEqual(["file-written", "file-created"]);
  });

  it("of parallel calls counts, and what was said beside it, though it stands in a branch", async () => {
    file.prompt("hello");
    const first = file.called("m", "c1", "Read", { file_path: PATTERNS });
    const second = file.called("m", "c2", "Read", { file_path: `${BANK}/MEMORY.md` });
    file.result("c1", first, "", shown(1, 4, 4));
    file.attach({ type: "hook_success" });
    const guideline = "[Memory Bank] Written. (guideline: details/tech.md)";
    file.attach({ type: "hook_additional_context", content: [guideline] });
    file.result("c2", second, "", shown(1, 2, 2));
    expect(await told()).toEqual([
      "user: hello",
      WHOLE,
      "told",
      'read MEMORY.md {"from":1,"to":2,"total":2}',
    ]);
  });

  it("tells what the user answered", async () => {
    const args = { questions: [{ question: "Save?", options: [] }] };
    const from = file.called("m", "c", "AskUserQuestion", args);
    file.result("c", from, "", { toolUseResult: { answers: { "Save?": "yes" } } });
    expect(await told()).toEqual(["answered yes"]);
  });

  it("of a file that the host attached is a read of it", async () => {
    const content = shown(1, 4, 4).toolUseResult;
    file.attach({ type: "file", filename: PATTERNS, content });
    file.attach({ type: "file", filename: `${ROOT}/src/a.ts`, content });
    file.attach({ type: "edited_text_file", filename: PATTERNS });
    expect(await told()).toEqual([WHOLE]);
  });
});

describe("a compaction", () => {
  it.each([true, false])("is known, with its logical parent (%s) or without", async (hasParent) => {
    file.prompt("hello");
    readDoc("c1");
    file.boundary([], hasParent);
    file.said("m", "On.");
    expect(await told()).toEqual(["user: hello", WHOLE, "compacted", "said: On."]);
  });
});

describe("rows that are not in the conversation", () => {
  it("were wound back, belong to a subagent, or are none", async () => {
    file.prompt("one");
    const before = file.last;
    file.prompt("two");
    readDoc("c1");
    file.windBack(before);
    file.noise();
    file.add({ type: "user", message: { content: "sub" }, promptSource: "sdk", isSidechain: true });
    file.windBack(before);
    file.prompt("three");
    expect(await told()).toEqual(["user: one", "user: three"]);
  });

  it("may be broken or cut", async () => {
    file.prompt("one");
    const broken = '{"parentUuid":null,"type":"user","uuid":\n[]\n7\n{"type":"user"}\n{"par';
    expect(await told(true, broken)).toEqual(["user: one"]);
  });

  it("make nobody fail, whatever they are", async () => {
    const types = fc.constantFrom("user", "assistant", "system", "attachment", "x");
    const row = fc.record(
      {
        uuid: fc.constantFrom("a", "b", "c"),
        type: types,
        parentUuid: fc.constantFrom(null, "a", "b", "c"),
        message: fc.oneof(
          fc.jsonValue(),
          fc.record({ id: types, content: fc.array(fc.jsonValue()) }),
        ),
        attachment: fc.jsonValue(),
        toolUseResult: fc.jsonValue(),
        subtype: fc.constantFrom("compact_boundary", "y"),
        compactMetadata: fc.jsonValue(),
        promptSource: fc.constantFrom("sdk", 1),
      },
      { requiredKeys: ["uuid", "type"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (given) => {
        const { add, active } = open();
        await add(given.map((each) => JSON.stringify(each)).join("\n"));
        active();
      }),
    );
  });
});
