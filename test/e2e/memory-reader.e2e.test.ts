import { describe, expect, test } from "vitest";
import { calls, openSession, say } from "./kit/index.ts";
import { bash, edit, editManifest, read, task } from "./steps.ts";
import { answer, claim } from "./reader-answer.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost({ env: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" } });
const REFUSED = "(rule: read-before-write)";
const TECH = "memory-bank/details/tech.md";

const files = {
  ...FILES,
  [TECH]: "# Tech\n\nThe queue is Redis 7, started by `make queue`.\n",
  "src/queue.ts": "export const queue = connect('rabbitmq');\n",
  ".env": "TOKEN=not-for-you\n",
  "config/credentials.json": "{}\n",
};
const project = () => bench.project({ files, plugin: { guardMode: "block" } });
const ask = (prompt: string, more = {}) => task("memory-reader", prompt, more);

describe("memory-reader", () => {
  test("may read docs and source, and neither secrets nor what lies outside; it can write and run nothing", async () => {
    const place = project();
    bench.model.play("Try everything", [
      calls(
        ["read", { filePath: PATTERNS_PATH }],
        ["read", { filePath: "src/queue.ts" }],
        ["read", { filePath: "package.json" }],
        ["glob", { pattern: "**/*.md" }],
      ),
      read(".env"),
      read("config/credentials.json"),
      read("/etc/hostname"),
      edit("src/queue.ts", "rabbitmq", "kafka"),
      bash("echo x > src/queue.ts"),
      say("Done."),
    ]);
    await bench.turn(place, "Let it try", [ask("Try everything"), say("Done.")]);
    const [first] = bench.model.main("Try everything");
    expect(first?.tools?.toSorted()).toEqual(["glob", "read"]);
    const results = bench.results("Try everything");
    expect(results).toHaveLength(9);
    expect(place.read("src/queue.ts")).toBe(files["src/queue.ts"]);
    for (const result of results.slice(0, 4)) expect(result).not.toMatch(/prevents you|denied/i);
    for (const result of results.slice(4, 7))
      expect(result).toMatch(/prevents you|denied|rejected/i);
    expect(results.join("\n")).not.toContain("not-for-you");
  });

  test("in the background opens the gate when it has answered, not when it has begun", async () => {
    const place = project();
    bench.model.play("Take your time", [
      read(PATTERNS_PATH),
      say(answer(claim("C1", TECH, "The queue is Redis 7, started by `make queue`.")), {
        once: () => bench.results("Start it").length === 2,
      }),
    ]);
    bench.model.play("<task id=", [editManifest(), say("Done.")]);
    const session = await openSession(bench.host, place);
    await bench.turn(
      place,
      "Start it",
      [ask("Take your time", { background: true }), editManifest(), say("Waiting.")],
      { session },
    );
    expect(bench.results("Start it").at(-1)).toContain(REFUSED);
    await expect.poll(() => bench.model.leftovers()).toEqual([]);
    expect(place.read("package.json")).toContain('"2.0.0"');
    expect(bench.model.main("<task id=")[0]?.system.join("\n")).toContain("verified 1/1");
  });
});
