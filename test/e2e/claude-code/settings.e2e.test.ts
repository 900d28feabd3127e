import { expect, test } from "vitest";
import { shownTo } from "../kit/claude-code/index.ts";
import { say, together } from "../kit/index.ts";
import { FILES, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";

const bench = useBank();
const GATE = "(rule: read-before-write)";
const GUARD = "(rule: guard-memory-files)";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const MANIFEST = { "package.json": FILES["package.json"] ?? "" };
const count = (texts: readonly string[], words: string) =>
  texts.filter((text) => text.includes(words)).length;

describeClaude("the guard's modes", () => {
  test("warn lets the write pass and tells the model once a turn, parallel calls included", async () => {
    const project = bench.project();
    const results = await bench.play(project, "Bump twice", [
      together(read("package.json"), read("src/shop.ts"), read("src/cup.ts")),
      together(
        setVersion("1.0.0", "2.0.0"),
        edit("src/shop.ts", "1", "2"),
        edit("src/cup.ts", "1", "2"),
      ),
      setVersion("2.0.0", "3.0.0"),
      say("Done."),
    ]);
    expect(results[3]).toContain(GATE);
    expect(count(results, GATE)).toBe(1);
    expect(project.read("package.json")).toContain('"3.0.0"');
  });

  test("a person is told of a warning beside the agent", async () => {
    const run = await bench.turn(bench.project(), "Bump", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      bash("echo on we go"),
      say("Done."),
    ]);
    expect(run.notices.join("\n")).toMatch(/says: Memory Bank: .*package\.json/);
  });
});

describeClaude("what stands in the prompt", () => {});

describeClaude("banks of other shapes", () => {
  test("Chinese: the block and the refusals are", async () => {
    const entry =
      "# 项目记忆\n\n## 项目快照\n\n一家卖茶的小店，主要面向附近的居民。\n\n## 当前焦点\n\n- 目标：完成结账流程\n";
    const project = bench.project({
      files: {
        ...MANIFEST,
        "memory-bank/MEMORY.md": entry,
        "memory-bank/details/patterns.md": "# 约定\n\n- 价格一律用整数，单位为分。\n",
      },
    });
    const run = await bench.turn(
      project,
      "升级版本",
      [
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        bash("rm -r memory-bank/details"),
        read(PATTERNS_PATH),
        setVersion("1.0.0", "2.0.0"),
        say("完成。"),
      ],
      { env: BLOCK },
    );
    expect(shownTo(run.requests[0])).toContain("一家卖茶的小店");
    expect(run.results[1]?.text).toMatch(/未写入.*下一步/s);
    expect(run.results[1]?.text).toContain(`Read({ file_path: "${PATTERNS_PATH}" })`);
    expect(run.results[2]?.text).toContain(GUARD);
    expect(run.results[4]).toMatchObject({ isError: false });
  });

  test("a subfolder as the folder of the session: the bank above is found, and named from there", async () => {
    const project = bench.project({ subfolder: "src" });
    const run = await bench.turn(
      project,
      "Bump from below",
      [
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        bash("rm ../memory-bank/MEMORY.md"),
        read(PATTERNS_PATH),
        setVersion("1.0.0", "2.0.0"),
        say("Done."),
      ],
      { env: BLOCK },
    );
    expect(shownTo(run.requests[0])).toContain("A shop that sells tea.");
    expect(run.results[1]?.text).toMatch(/Read\(\{ file_path: "\S*memory-bank\/details/);
    expect(run.results[2]?.text).toContain(GUARD);
    expect(run.results[4]).toMatchObject({ isError: false });
  });
});
