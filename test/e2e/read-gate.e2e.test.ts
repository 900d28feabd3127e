import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calls, openSession, say } from "./kit/index.ts";
import { bash, edit, editManifest, read, setVersion, task } from "./steps.ts";
import { EDIT_MANIFEST, FILES, PATTERNS_PATH, useHost, withLinked } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: read-before-write)";
const readPatterns = (more: object = {}) => read(PATTERNS_PATH, more);

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
    expect(allowed).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');

    const again = [setVersion("2.0.0", "3.0.0"), say("Refused.")];
    const results = await bench.play(project, "And once more", again, { session });
    expect(results.at(-1)).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a failed, partial, or directory read opens nothing; two partial reads that cover the file do", async () => {
    const project = blocked();
    const results = await bench.play(project, "Read badly", [
      read("memory-bank/details/pattern.md"),
      editManifest(),
      read("memory-bank/details"),
      editManifest(),
      readPatterns({ offset: 1, limit: 30 }),
      editManifest(),
      say("Refused."),
    ]);
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

  test("a subagent is gated too, and inherits what its parent has read", async () => {
    const project = blocked();
    bench.model.play("Child, edit unread", [editManifest(), say("Refused.")]);
    bench.model.play("Child, edit after parent", [editManifest(), say("Done.")]);
    await bench.turn(project, "Delegate", [
      task("general", "Child, edit unread"),
      readPatterns(),
      task("general", "Child, edit after parent"),
      say("Done."),
    ]);
    expect(bench.results("Child, edit unread").at(-1)).toContain(RULE);
    expect(bench.results("Child, edit after parent").at(-1)).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a subagent's reads do not open its parent's gate; memory-reader does", async () => {
    const project = blocked();
    bench.model.play("Child, read it", [readPatterns(), say("Read.")]);
    bench.model.play("Reader, gather context", [readPatterns(), say("Context Summary")]);
    const results = await bench.play(project, "Let others read", [
      task("general", "Child, read it"),
      editManifest(),
      task("memory-reader", "Reader, gather context"),
      editManifest(),
      say("Done."),
    ]);
    expect(results[1]).toContain(RULE);
    expect(results[3]).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a package manager that changes the manifest is refused, one that installs what is there is not", async () => {
    const project = blocked();
    const results = await bench.play(project, "Add a package", [
      bash("npm install left-pad --offline"),
      bash("npm install --offline"),
      say("Refused."),
    ]);
    expect(results[0]).toContain("Not written: package.json is a sensitive file");
    expect(results[0]).toContain(RULE);
    expect(results[1]).not.toContain("Not written");
  });

  test("a rule file of the project that the bank links is asked for, and opens the gate once it was read", async () => {
    const project = blocked(withLinked("CONTRIBUTING.md"));
    const results = await bench.play(project, "Bump by the rules", [
      editManifest(),
      read("CONTRIBUTING.md", { limit: 2 }),
      editManifest(),
      bash("tail -n +3 CONTRIBUTING.md"),
      editManifest(),
      say("Done."),
    ]);
    expect(results[0]).toContain('Next: read({ filePath: "CONTRIBUTING.md" }) to its end');
    expect(results[2]).toContain("offset: 3");
    expect(results[4]).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a rule file that the host loads by itself counts as read", async () => {
    const project = blocked(withLinked("AGENTS.md"));
    await bench.turn(project, "Bump as loaded", [editManifest(), say("Done.")]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });
});

describe("warn mode", () => {
  test("lets the write pass and tells the model once per turn, in that call's result", async () => {
    const project = bench.project();
    const session = await bench.turn(project, "Warn me", [
      edit("src/shop.ts", "1", "2"),
      editManifest(),
      setVersion("2.0.0", "3.0.0"),
      say("Done."),
    ]);
    const [low, high, second] = bench.results("Warn me");
    expect(low).not.toContain("Memory Bank");
    expect(high).toContain(`[Memory Bank] Done, but package.json is a sensitive file`);
    expect(high).toContain(RULE);
    expect(second).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"3.0.0"');
    expect((await session.messages()).filter((message) => message.role === "user")).toHaveLength(1);

    const last = [setVersion("3.0.0", "4.0.0"), say("Done.")];
    const results = await bench.play(project, "Warn me anew", last, { session });
    expect(results.at(-1)).toContain(RULE);
  });
});

test("off is silent", async () => {
  const project = bench.project({ plugin: { guardMode: "off" } });
  await bench.turn(project, "Off", [editManifest(), say("Done.")]);
  expect(bench.results("Off")[0]).not.toContain("Memory Bank");
  expect(project.read("package.json")).toContain('"2.0.0"');
});
