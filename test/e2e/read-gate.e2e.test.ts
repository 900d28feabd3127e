import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calls, openSession, say } from "./kit/index.ts";
import {
  PATCHING,
  bash,
  edit,
  editManifest,
  patch,
  read,
  setVersion,
  task,
  write,
} from "./steps.ts";
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
    const update = (path: string, name: string) => [
      `*** Update File: ${path}`,
      "@@",
      `-export const ${name} = 1;`,
      `+export const ${name} = 2;`,
    ];
    const shop = update("src/shop.ts", "tea");
    const cup = update("src/cup.ts", "cup");
    const results = await bench.play(
      project,
      "Patch one, then two",
      [patch(...shop), patch(...cup, ...shop), say("Done.")],
      PATCHING,
    );
    expect(project.read("src/shop.ts")).toContain("tea = 2");
    expect(results[1]).toContain("this one call changes 2 files");
    expect(project.read("src/cup.ts")).toContain("cup = 1");
  });

  test("a shell cat of the whole file counts, a cut or failed one does not", async () => {
    const project = blocked();
    const results = await bench.play(project, "Look by shell", [
      bash(`head -5 ${PATTERNS_PATH}`),
      bash(`cat ${PATTERNS_PATH} | head -5`),
      bash(`cat ${PATTERNS_PATH} > /dev/null`),
      bash(`cat ${PATTERNS_PATH}; false`),
      editManifest(),
      bash(`cd memory-bank && cat details/patterns.md`),
      editManifest(),
      say("Done."),
    ]);
    expect(results[4]).toContain(RULE);
    expect(results[6]).not.toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a doc that the agent wrote whole in this turn counts", async () => {
    const project = blocked(FILES, { approval: "off" });
    await bench.turn(project, "Rewrite the conventions", [
      write(PATTERNS_PATH, "- be kind\n"),
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

  test("a shell write to a sensitive file is refused before it runs, a program is no write", async () => {
    const project = blocked();
    const results = await bench.play(project, "Write by shell", [
      bash("echo '{}' > package.json"),
      bash("node -e 0"),
      say("Done."),
    ]);
    expect(results[0]).toContain(RULE);
    expect(results[1]).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"1.0.0"');
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

  test("without conventions nothing is gated", async () => {
    const { [PATTERNS_PATH]: _, ...files } = FILES;
    const project = blocked(files);
    await bench.turn(project, "No patterns", [editManifest(), say("Done.")]);
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
    const next = "../../memory-bank/details/patterns.md";
    await bench.turn(project, "From below", [
      editManifest(),
      read(next),
      editManifest(),
      say("Done."),
    ]);
    expect(bench.results("From below")[0]).toContain(`read({ filePath: "${next}" })`);
    expect(project.read("packages/api/package.json")).toContain('"2.0.0"');
  });

  test("in a folder without git the gate works as well", async () => {
    const project = bench.project({
      files: FILES,
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

  test("tells of a package manager that changes the manifest", async () => {
    const steps = [bash("npm install left-pad --offline"), say("Done.")];
    const [told] = await bench.play(bench.project(), "Add one in warn", steps);
    expect(told).toContain("[Memory Bank] Done, but package.json is a sensitive file");
  });

  test("says nothing of the agent's own scratch files, and tells of the project's", async () => {
    const results = await bench.play(bench.project(), "Try something", [
      write("repro.js", "console.log(1);\n"),
      bash("mkdir scratch && echo 1 > scratch/a.txt"),
      bash("node repro.js > out.log && rm repro.js"),
      bash("rm -r scratch"),
      bash("echo >> src/shop.ts"),
      say("Done."),
    ]);
    for (const result of results.slice(0, 4)) expect(result).not.toContain(RULE);
    expect(results[4]).toContain("this command writes src/shop.ts");
  });

  test("a read outlasts its turn", async () => {
    const project = bench.project();
    const session = await bench.turn(project, "Read in warn", [readPatterns(), say("Read.")]);
    const steps = [editManifest(), say("Done.")];
    const [later] = await bench.play(project, "Edit in warn", steps, { session });
    expect(later).not.toContain("Memory Bank");
    expect(project.read("package.json")).toContain('"2.0.0"');
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
  const project = bench.project({ plugin: { guardMode: "off" } });
  await bench.turn(project, "Off", [editManifest(), say("Done.")]);
  expect(bench.results("Off")[0]).not.toContain("Memory Bank");
  expect(project.read("package.json")).toContain('"2.0.0"');
});
