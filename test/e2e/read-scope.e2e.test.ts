import { describe, expect, test } from "vitest";
import { type Step, say } from "./kit/index.ts";
import { editManifest, read } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: read-before-write)";
const IN_CONTEXT = { guardMode: "block", readScope: "context" };
/** As much as one read shows; the host clears results that lie further back than about 160 KB. */
const LONG = "a line of no interest to anybody\n".repeat(1_450);
const LONG_FILES = Array.from({ length: 7 }, (_, index) => `src/long-${index}.txt`);

describe("with readScope=context", () => {
  test("a read ends when the host clears its text from the context", async () => {
    const long = Object.fromEntries(LONG_FILES.map((path) => [path, LONG]));
    const project = bench.project({
      files: { ...FILES, ...long },
      plugin: IN_CONTEXT,
      config: { compaction: { prune: true } },
    });
    const session = await bench.turn(project, "Read first", [read(PATTERNS_PATH), say("Read.")]);
    const turn = (text: string, ...steps: Step[]) =>
      bench.turn(project, text, [...steps, say("Done.")], { session });
    await turn("Read much", ...LONG_FILES.map((path) => read(path)));
    await turn("Nothing to do");
    await turn("Nor here");
    const parts = await session.messages();
    const cleared = JSON.stringify(parts.flatMap((message) => message.parts)).includes(
      '"compacted"',
    );
    expect(cleared).toBe(true);
    await turn("Edit at last", editManifest());
    expect(bench.results("Edit at last").at(-1)).toContain(RULE);
    expect(project.read("package.json")).toContain('"1.0.0"');
  });
});
