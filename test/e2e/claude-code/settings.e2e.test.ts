import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn } from "../../helpers/run-cli.ts";
import { shownTo } from "../kit/claude-code/index.ts";
import { say, together } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read, write } from "./steps.ts";
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

  test("off is silent about reading, and still guards the bank", async () => {
    const project = bench.project();
    const env = { MEMORY_BANK_GUARD_MODE: "off" };
    const results = await bench.play(
      project,
      "Bump quietly",
      [
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        bash("rm -rf memory-bank"),
        say("Done."),
      ],
      { env },
    );
    expect(results[1]).not.toContain("Memory Bank");
    expect(results[2]).toContain(GUARD);
    expect(project.exists("memory-bank/MEMORY.md")).toBe(true);
  });

  test("an ordinary single file passes unread, a command on several does not", async () => {
    const files = { ...FILES, "src/pot.ts": "export const pot = 1;\n" };
    const results = await bench.play(
      bench.project({ files }),
      "Many files",
      [
        together(read("src/shop.ts"), read("src/cup.ts"), read("src/pot.ts")),
        edit("src/shop.ts", "1", "2"),
        together(edit("src/cup.ts", "1", "2"), edit("src/pot.ts", "1", "2")),
        bash("sed -i s/1/3/ src/shop.ts src/cup.ts src/pot.ts"),
        say("Done."),
      ],
      { env: BLOCK },
    );
    expect(results[3]).not.toContain(GATE);
    expect(results[6]).toContain(GATE);
  });
});

describeClaude("what stands in the prompt", () => {
  test("without conventions nothing is gated", async () => {
    const project = bench.project({ files: { ...MANIFEST, "memory-bank/MEMORY.md": ENTRY } });
    const steps = [read("package.json"), setVersion("1.0.0", "2.0.0"), say("Done.")];
    await bench.turn(project, "Bump", steps, { env: BLOCK });
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a new doc is written, and its result has the guideline once a turn", async () => {
    const project = bench.project();
    const results = await bench.play(
      project,
      "Write a design",
      [
        write("memory-bank/details/design/cart.md", "# Cart\n\nOne cart per person.\n"),
        edit("memory-bank/details/design/cart.md", "One cart", "Just one cart"),
        say("Done."),
      ],
      { env: { MEMORY_BANK_APPROVAL: "off" } },
    );
    expect(results[0]).toContain("(guideline: details/design/cart.md)");
    expect(count(results, "(guideline: ")).toBe(1);
    expect(project.read("memory-bank/details/design/cart.md")).toContain("Just one cart");
  });
});

describeClaude("banks of other shapes", () => {
  test("elsewhere: addresses are right, the gate asks there, the shell may not write there", async () => {
    const files = {
      ...MANIFEST,
      "cline_docs/MEMORY.md": ENTRY,
      "cline_docs/details/patterns.md": PATTERNS,
      "memory-bank/notes.txt": "not the bank\n",
    };
    const project = bench.project({ files });
    const run = await bench.turn(
      project,
      "Work on it",
      [
        bash("echo x >> cline_docs/MEMORY.md"),
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        read("cline_docs/details/patterns.md"),
        setVersion("1.0.0", "2.0.0"),
        bash("rm memory-bank/notes.txt"),
        say("Done."),
      ],
      { env: { ...BLOCK, MEMORY_BANK_DIR: "cline_docs" } },
    );
    expect(shownTo(run.requests[0])).toContain("from cline_docs/MEMORY.md");
    expect(run.results[0]?.text).toContain(GUARD);
    expect(run.results[2]?.text).toContain('Read({ file_path: "cline_docs/details/patterns.md" })');
    expect(run.results[4]).toMatchObject({ isError: false });
    expect(project.exists("memory-bank/notes.txt")).toBe(false);
  });

  test("adopted: the gate asks for its own conventions", async () => {
    const patterns = "memory-bank/systemPatterns.md";
    const project = bench.project({
      files: {
        ...MANIFEST,
        "memory-bank/projectbrief.md": "# Project Brief\n\nA shop that sells tea by the cup.\n",
        "memory-bank/activeContext.md": "# Active Context\n\n## Current Focus\n\nCup sizes.\n",
        [patterns]: "# System Patterns\n\n- Prices are integers, in cents.\n",
      },
    });
    expect(cliIn(project.dir, bench.home).run("refresh", "--yes").status).toBe(0);
    const run = await bench.turn(
      project,
      "Raise the version",
      [
        read("package.json"),
        setVersion("1.0.0", "2.0.0"),
        read(patterns),
        setVersion("1.0.0", "2.0.0"),
        say("Done."),
      ],
      { env: BLOCK },
    );
    expect(shownTo(run.requests[0])).toContain("A shop that sells tea by the cup");
    expect(run.results[1]?.text).toContain(`Read({ file_path: "${patterns}" })`);
    expect(run.results[3]).toMatchObject({ isError: false });
  });

  test("a pointer to the focus is live: a changed file is in the context of the next message", async () => {
    const focus = "memory-bank/activeContext.md";
    const project = bench.project({
      files: {
        ...MANIFEST,
        "memory-bank/MEMORY.md": "# Tea\n\n## Current Focus\n\nSee [focus](activeContext.md)\n",
        [focus]: "# Active\n\nThe checkout asks for a cup size.\n",
      },
    });
    const first = await bench.turn(project, "Look", [say("Seen.")]);
    expect(shownTo(first.requests[0])).toContain("The checkout asks for a cup size.");
    project.write(focus, "# Active\n\nThe checkout takes cards.\n");
    const next = await bench.turn(project, "Look again", [say("Seen.")], {
      resume: first.session,
    });
    expect(shownTo(next.requests[0])).toContain("The checkout takes cards.");
  });

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

  test("no git: the same holds, and what slips through is undone", async () => {
    const project = bench.project({ git: false });
    const hidden = `node -e "require('fs').writeFileSync(['memory','bank'].join('-')+'/MEMORY.md','x')"`;
    const results = await bench.play(
      project,
      "Bump without git",
      [read("package.json"), setVersion("1.0.0", "2.0.0"), bash(hidden), say("Done.")],
      { env: BLOCK },
    );
    expect(results[1]).toContain(GATE);
    expect(results[2]).toMatch(/Not done|Undone/);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("none any more: work goes on, and one that comes back counts at the next prompt", async () => {
    const project = bench.project();
    const conversation = bench.open(project, { env: BLOCK });
    await conversation.send("Begin", [say("Begun.")]);
    rmSync(join(project.dir, "memory-bank"), { recursive: true });
    const second = await conversation.send("Bump", [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    expect(second.results[1]).toMatchObject({ isError: false });
    mkdirSync(join(project.dir, "memory-bank/details"), { recursive: true });
    project.write("memory-bank/MEMORY.md", ENTRY.replace("sells tea", "sells cocoa"));
    project.write(PATTERNS_PATH, PATTERNS);
    const third = await conversation.send("Bump again", [
      setVersion("2.0.0", "3.0.0"),
      say("Refused."),
    ]);
    expect(shownTo(third.requests[0])).toContain("A shop that sells cocoa.");
    expect(third.results[0]?.text).toContain(GATE);
  });
});
