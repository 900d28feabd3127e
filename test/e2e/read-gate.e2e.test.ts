import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, calls, openSession, say } from "./kit/index.ts";
import { EDIT_MANIFEST, FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: read-before-write)";
const readPatterns = (more: object = {}) => call("read", { filePath: PATTERNS_PATH, ...more });
const editManifest = () => call("edit", EDIT_MANIFEST);

function blocked(files: Record<string, string> = FILES, options: object = {}) {
  return bench.project({ files, plugin: { guardMode: "block", ...options } });
}

describe("block mode", () => {
  test("an unread edit of package.json is refused with one next step; after reading it passes; the next message starts unread", async () => {
    const project = blocked();
    const session = await bench.turn(project, "Bump the version", [
      editManifest(),
      readPatterns(),
      editManifest(),
      say("Done."),
    ]);
    const [refusal, , allowed] = bench.results("Bump the version");
    expect(refusal).toBe(
      '[Memory Bank] Not written: package.json is a sensitive file, and the project\'s conventions were not read in this turn.\nNext: read({ filePath: "memory-bank/details/patterns.md" }) to its end, then repeat this call. (rule: read-before-write)',
    );
    expect(allowed).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"2.0.0"');

    const back = { filePath: "package.json", oldString: '"2.0.0"', newString: '"3.0.0"' };
    await bench.turn(project, "And once more", [call("edit", back), say("Refused.")], { session });
    expect(bench.results("And once more").at(-1)).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a failed, partial, or directory read opens nothing; two partial reads that cover the file do", async () => {
    const project = blocked();
    await bench.turn(project, "Read badly", [
      call("read", { filePath: "memory-bank/details/pattern.md" }),
      editManifest(),
      call("read", { filePath: "memory-bank/details" }),
      editManifest(),
      readPatterns({ offset: 1, limit: 30 }),
      editManifest(),
      say("Refused."),
    ]);
    const results = bench.results("Read badly");
    for (const index of [1, 3, 5]) expect(results[index]).toContain(RULE);
    expect(results[5]).toContain("offset: 31");
    expect(project.read("package.json")).toContain('"1.0.0"');

    await bench.turn(project, "Read in two parts", [
      readPatterns({ offset: 20 }),
      readPatterns({ limit: 19 }),
      editManifest(),
      say("Done."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a read and an edit in one step pass together, in either order", async () => {
    for (const order of ["read first", "edit first"]) {
      const project = blocked();
      const read: [string, unknown] = ["read", { filePath: PATTERNS_PATH }];
      const edit: [string, unknown] = ["edit", EDIT_MANIFEST];
      await bench.turn(project, `In one step, ${order}`, [
        order === "read first" ? calls(read, edit) : calls(edit, read),
        say("Done."),
      ]);
      expect(project.read("package.json"), order).toContain('"2.0.0"');
    }
  });

  test("a failing read in the same step does not open the gate", async () => {
    const project = blocked();
    await bench.turn(project, "Read nothing and edit", [
      calls(["read", { filePath: `${PATTERNS_PATH}.gone` }], ["edit", EDIT_MANIFEST]),
      say("Refused."),
    ]);
    expect(project.read("package.json")).toContain('"1.0.0"');
  });

  test("an ordinary single file passes unread, several files do not", async () => {
    const project = blocked();
    const patch = (path: string) =>
      `*** Update File: ${path}\n@@\n-export const ${path.includes("cup") ? "cup" : "tea"} = 1;\n+export const ${path.includes("cup") ? "cup" : "tea"} = 2;\n`;
    const wrap = (...paths: string[]) =>
      call("apply_patch", {
        patchText: `*** Begin Patch\n${paths.map(patch).join("")}*** End Patch`,
      });
    await bench.turn(
      project,
      "Patch one, then two",
      [wrap("src/shop.ts"), wrap("src/cup.ts", "src/shop.ts"), say("Done.")],
      { model: "mock/gpt-5-mock" },
    );
    const results = bench.results("Patch one, then two");
    expect(project.read("src/shop.ts")).toContain("tea = 2");
    expect(results[1]).toContain("this one call changes 2 files");
    expect(project.read("src/cup.ts")).toContain("cup = 1");
  });

  test("a shell cat of the whole file counts, a cut or failed one does not", async () => {
    const project = blocked();
    const bash = (command: string) => call("bash", { command, description: "look" });
    await bench.turn(project, "Look by shell", [
      bash(`head -5 ${PATTERNS_PATH}`),
      bash(`cat ${PATTERNS_PATH} | head -5`),
      bash(`cat ${PATTERNS_PATH} > /dev/null`),
      bash(`cat ${PATTERNS_PATH}; false`),
      editManifest(),
      bash(`cd memory-bank && cat details/patterns.md`),
      editManifest(),
      say("Done."),
    ]);
    const results = bench.results("Look by shell");
    expect(results[4]).toContain(RULE);
    expect(results[6]).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a doc that the agent wrote whole in this turn counts", async () => {
    const project = blocked();
    await bench.turn(project, "Rewrite the conventions", [
      call("write", { filePath: PATTERNS_PATH, content: "- be kind\n" }),
      editManifest(),
      say("Done."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test.each([
    ["text/plain", ""],
    ["text/markdown", ""],
  ])("a file attached by the user counts (%s)", async (mime) => {
    const project = blocked();
    bench.model.play(`Attached ${mime}`, [editManifest(), say("Done.")]);
    const session = await openSession(bench.host, project);
    const url = pathToFileURL(join(project.dir, PATTERNS_PATH)).href;
    await session.send(`Attached ${mime}`, {
      parts: [{ type: "file", mime, filename: "patterns.md", url }],
    });
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("an attached range does not count", async () => {
    const project = blocked();
    bench.model.play("Attached in part", [editManifest(), say("Refused.")]);
    const session = await openSession(bench.host, project);
    const url = `${pathToFileURL(join(project.dir, PATTERNS_PATH)).href}?start=1&end=10`;
    await session.send("Attached in part", {
      parts: [{ type: "file", mime: "text/plain", filename: "patterns.md", url }],
    });
    expect(project.read("package.json")).toContain('"1.0.0"');
  });

  test("a subagent is gated too, and inherits what its parent has read", async () => {
    const project = blocked();
    const task = (prompt: string) =>
      call("task", { description: "edit", prompt, subagent_type: "general" });
    bench.model.play("Child, edit unread", [editManifest(), say("Refused.")]);
    bench.model.play("Child, edit after parent", [editManifest(), say("Done.")]);
    await bench.turn(project, "Delegate", [
      task("Child, edit unread"),
      readPatterns(),
      task("Child, edit after parent"),
      say("Done."),
    ]);
    expect(bench.results("Child, edit unread").at(-1)).toContain(RULE);
    expect(bench.results("Child, edit after parent").at(-1)).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a subagent's reads do not open its parent's gate; memory-reader does", async () => {
    const project = blocked();
    const task = (agent: string, prompt: string) =>
      call("task", { description: "look", prompt, subagent_type: agent });
    bench.model.play("Child, read it", [readPatterns(), say("Read.")]);
    bench.model.play("Reader, gather context", [readPatterns(), say("Context Summary")]);
    await bench.turn(project, "Let others read", [
      task("general", "Child, read it"),
      editManifest(),
      task("memory-reader", "Reader, gather context"),
      editManifest(),
      say("Done."),
    ]);
    const results = bench.results("Let others read");
    expect(results[1]).toContain(RULE);
    expect(results[3]).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a shell write to a sensitive file is refused before it runs, a program is no write", async () => {
    const project = blocked();
    await bench.turn(project, "Write by shell", [
      call("bash", { command: "echo '{}' > package.json", description: "write" }),
      call("bash", { command: "node -e 0", description: "run" }),
      say("Done."),
    ]);
    const results = bench.results("Write by shell");
    expect(results[0]).toContain(RULE);
    expect(results[1]).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"1.0.0"');
  });

  test("without patterns.md the entry stands in, and being in the prompt uncut it counts as read", async () => {
    const { [PATTERNS_PATH]: _, ...files } = FILES;
    const project = blocked(files);
    await bench.turn(project, "No patterns", [editManifest(), say("Done.")]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("without patterns.md, an entry that was cut must be read", async () => {
    const { [PATTERNS_PATH]: _, ...files } = FILES;
    const long = `${files["memory-bank/MEMORY.md"]}\n## History\n\n${"old\n".repeat(4000)}`;
    const project = blocked({ ...files, "memory-bank/MEMORY.md": long });
    await bench.turn(project, "Cut entry", [
      editManifest(),
      call("read", { filePath: "memory-bank/MEMORY.md" }),
      call("read", { filePath: "memory-bank/MEMORY.md", offset: 2001 }),
      call("read", { filePath: "memory-bank/MEMORY.md", offset: 4001 }),
      editManifest(),
      say("Done."),
    ]);
    const results = bench.results("Cut entry");
    expect(results[0]).toContain('read({ filePath: "memory-bank/MEMORY.md" })');
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("without a bank nothing is gated", async () => {
    const project = blocked({ "package.json": FILES["package.json"] ?? "" });
    await bench.turn(project, "No bank", [editManifest(), say("Done.")]);
    expect(bench.results("No bank")[0]).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("started in a subfolder, the refusal names a path that works from there", async () => {
    const project = bench.project({
      files: { ...FILES, "packages/api/package.json": '{ "version": "1.0.0" }\n' },
      subfolder: "packages/api",
      plugin: { guardMode: "block" },
    });
    const next = { filePath: "../../memory-bank/details/patterns.md" };
    await bench.turn(project, "From below", [
      editManifest(),
      call("read", next),
      editManifest(),
      say("Done."),
    ]);
    expect(bench.results("From below")[0]).toContain(`read({ filePath: "${next.filePath}" })`);
    expect(project.read("packages/api/package.json")).toContain('"2.0.0"');
  });

  test("in a folder without git the gate works as well", async () => {
    const project = bench.project({
      files: { ...FILES },
      git: false,
      plugin: { guardMode: "block" },
    });
    await bench.turn(project, "No git", [
      editManifest(),
      readPatterns(),
      editManifest(),
      say("Done."),
    ]);
    expect(bench.results("No git")[0]).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });
});

describe("warn mode", () => {
  test("lets the write pass and tells the model once per turn, in that call's result", async () => {
    const project = bench.project({ files: { ...FILES }, plugin: {} });
    const again = { filePath: "package.json", oldString: '"2.0.0"', newString: '"3.0.0"' };
    const session = await bench.turn(project, "Warn me", [
      call("edit", { filePath: "src/shop.ts", oldString: "1", newString: "2" }),
      editManifest(),
      call("edit", again),
      say("Done."),
    ]);
    const [low, high, second] = bench.results("Warn me");
    expect(low).not.toContain("Memory Bank");
    expect(high).toContain(`[Memory Bank] Done, but package.json is a sensitive file`);
    expect(high).toContain(RULE);
    expect(second).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"3.0.0"');
    expect((await session.messages()).filter((message) => message.role === "user")).toHaveLength(1);

    const last = { filePath: "package.json", oldString: '"3.0.0"', newString: '"4.0.0"' };
    await bench.turn(project, "Warn me anew", [call("edit", last), say("Done.")], { session });
    expect(bench.results("Warn me anew").at(-1)).toContain(RULE);
  });

  test("tells once when parallel calls of one step would all be told", async () => {
    const project = bench.project({ files: { ...FILES, ".env": "A=1\n" }, plugin: {} });
    await bench.turn(project, "Two at once", [
      calls(
        ["edit", EDIT_MANIFEST],
        ["edit", { filePath: ".env", oldString: "1", newString: "2" }],
      ),
      say("Done."),
    ]);
    const told = bench.results("Two at once").filter((result) => result.includes(RULE));
    expect(told).toHaveLength(1);
  });
});

test("off is silent", async () => {
  const project = bench.project({ files: { ...FILES }, plugin: { guardMode: "off" } });
  await bench.turn(project, "Off", [editManifest(), say("Done.")]);
  expect(bench.results("Off")[0]).not.toContain("Memory Bank");
  expect(project.read("package.json")).toContain('"2.0.0"');
});
