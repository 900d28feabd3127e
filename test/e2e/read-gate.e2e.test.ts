import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Step, calls, openSession, say } from "./kit/index.ts";
import { bash, edit, editManifest, read, setVersion, write } from "./steps.ts";
import { EDIT_MANIFEST, FILES, PATTERNS_PATH, useHost, withLinked } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: read-before-write)";
const readPatterns = (more: object = {}) => read(PATTERNS_PATH, more);

function blocked(files: Record<string, string> = FILES, options: object = {}) {
  return bench.project({ files, plugin: { guardMode: "block", ...options } });
}

test("a failed, partial, or directory read opens nothing; two partial reads that cover the file do", async () => {
  const project = blocked();
  const results = await bench.play(project, "Read badly", [
    read("memory-bank/details/pattern.md"),
    editManifest(),
    read("memory-bank/details"),
    editManifest(),
    readPatterns({ offset: 20 }),
    editManifest(),
    readPatterns({ limit: 19 }),
    editManifest(),
    say("Done."),
  ]);
  for (const index of [1, 3, 5]) expect(results[index]).toContain(RULE);
  expect(results[7]).not.toContain(RULE);
  expect(project.read("package.json")).toContain('"2.0.0"');
});

test("a read and an edit in one step pass together, in either order", async () => {
  const both = [
    ["read", { filePath: PATTERNS_PATH }],
    ["edit", EDIT_MANIFEST],
  ] as const;
  for (const [text, order] of [
    ["In one step, read first", both],
    ["In one step, edit first", both.toReversed()],
  ] as const) {
    const project = blocked();
    await bench.turn(project, text, [
      calls(...order.map(([tool, args]): [string, unknown] => [tool, args])),
      say("Done."),
    ]);
    expect(project.read("package.json"), text).toContain('"2.0.0"');
  }
});

test("a file attached by the user counts", async () => {
  const project = blocked();
  bench.model.play("Attached", [editManifest(), say("Done.")]);
  const session = await openSession(bench.host, project);
  const url = pathToFileURL(join(project.dir, PATTERNS_PATH)).href;
  await session.send("Attached", {
    parts: [{ type: "file", mime: "text/plain", filename: "patterns.md", url }],
  });
  expect(project.read("package.json")).toContain('"2.0.0"');
});

test("of a rule file that the bank links, what a tool and a command showed adds up", async () => {
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

test("a rule file that the bank links is not moved, emptied or deleted unread", async () => {
  const project = blocked(withLinked("CONTRIBUTING.md"));
  const results = await bench.play(project, "Tidy up", [
    bash("mkdir -p docs && mv CONTRIBUTING.md docs/"),
    bash("> CONTRIBUTING.md"),
    bash("rm CONTRIBUTING.md"),
    write("CONTRIBUTING.md", "Anything goes.\n"),
    say("Refused."),
  ]);
  for (const result of results.slice(0, 3))
    expect(result).toContain("Not written: CONTRIBUTING.md is a sensitive file");
  expect(project.read("CONTRIBUTING.md")).toContain("Pin dependencies");
});

test("a rule file that the host loads by itself counts as read", async () => {
  const project = blocked(withLinked("AGENTS.md"));
  await bench.turn(project, "Bump as loaded", [editManifest(), say("Done.")]);
  expect(project.read("package.json")).toContain('"2.0.0"');
});

test("with readScope=context a read ends when the host clears its text from the context", async () => {
  // As much as one read shows; the host clears results that lie further back than about 160 KB.
  const long = "a line of no interest to anybody\n".repeat(1_450);
  const paths = Array.from({ length: 7 }, (_, index) => `src/long-${index}.txt`);
  const project = bench.project({
    files: { ...FILES, ...Object.fromEntries(paths.map((path) => [path, long])) },
    plugin: { guardMode: "block", readScope: "context" },
    config: { compaction: { prune: true } },
  });
  const session = await bench.turn(project, "Read first", [readPatterns(), say("Read.")]);
  const turn = (text: string, ...steps: Step[]) =>
    bench.turn(project, text, [...steps, say("Done.")], { session });
  await turn("Read much", ...paths.map((path) => read(path)));
  await turn("Nothing to do");
  await turn("Nor here");
  const parts = (await session.messages()).flatMap((message) => message.parts);
  expect(JSON.stringify(parts)).toContain('"compacted"');
  await turn("Edit at last", editManifest());
  expect(bench.results("Edit at last").at(-1)).toContain(RULE);
  expect(project.read("package.json")).toContain('"1.0.0"');
});

test("in warn the write passes, and the model is told once per turn, in that call's result; off is silent", async () => {
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

  const silent = bench.project({ plugin: { guardMode: "off" } });
  const [off] = await bench.play(silent, "Off", [editManifest(), say("Done.")]);
  expect(off).not.toContain("Memory Bank");
});
