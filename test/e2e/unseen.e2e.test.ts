import { expect, test } from "vitest";
import { say } from "./kit/index.ts";
import { processesBelow } from "./kit/processes-below.ts";
import { RUN_SCRIPT, SCRIPT, UNTIL_DONE, hidden, waiting } from "./hidden-code.ts";
import { bash, read, write } from "./steps.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const MEMORY = "memory-bank/MEMORY.md";
const OUTSIDE = "changed since your last step, by none of your tool calls";

/** What is said beside the block in a request of the turn. */
const said = (text: string, at: number) =>
  (bench.model.main(text)[at]?.system.join("\n") ?? "")
    .split("\n")
    .filter((line) => line.startsWith("[Memory Bank]"));

test("what the user saves while nothing but a reader runs stays, and is told as theirs", async () => {
  const place = bench.project({ plugin: {} });
  const turn = bench.play(place, "Sleep while I edit", [
    bash("until test -e saved.txt; do sleep 0.1; done"),
    say("Done."),
  ]);
  await expect
    .poll(() => processesBelow(bench.host.pid))
    .toContainEqual(expect.objectContaining({ command: expect.stringContaining("saved.txt") }));
  place.write(PATTERNS_PATH, "- a new rule\n");
  place.write("saved.txt", "");
  const results = await turn;
  expect(results.join()).not.toContain("[Memory Bank]");
  expect(said("Sleep while I edit", 1).join()).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
  expect(place.read(PATTERNS_PATH)).toBe("- a new rule\n");
});

test("a script that the agent wrote and runs in a later call is undone", async () => {
  const place = bench.project({ plugin: {} });
  const results = await bench.play(place, "Tidy up", [
    write("tidy.sh", SCRIPT),
    bash(RUN_SCRIPT),
    say("Done."),
  ]);
  expect(results[1]).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
});

test("a program that rewrites package.json with the conventions unread is told afterwards; a user block that one rewrites is put back", async () => {
  const files = {
    ...FILES,
    "package.json": JSON.stringify({
      name: "shop",
      scripts: { bump: "node bump.mjs", fmt: "node fmt.mjs" },
    }),
    "bump.mjs": 'import { appendFileSync as a } from "node:fs";\na("package.json", "\\n");\n',
    "fmt.mjs": `import { readFileSync as r, writeFileSync as w } from "node:fs";\nw("${MEMORY}", r("${MEMORY}", "utf8").replace("Mind the gap", "Mind nothing"));\n`,
  };
  const place = bench.project({ plugin: { guardMode: "block" }, files });
  const results = await bench.play(place, "Bump it", [
    bash("npm run -s bump"),
    bash("npm run -s fmt"),
    say("Done."),
  ]);
  expect(results[0]).toContain("package.json");
  expect(results[0]).toContain("(rule: read-before-write)");
  expect(results[1]).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
});

test("git clean on a bank that is not committed loses nothing", async () => {
  const place = bench.project({ plugin: {}, git: false });
  // The bank is the only thing that git does not know.
  place.git("init", "-q");
  place.git("add", ".", ":!memory-bank");
  const results = await bench.play(place, "Clean up", [bash("git clean -fdq"), say("Done.")]);
  expect(results[0]).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
  expect(place.read(PATTERNS_PATH)).toBe(PATTERNS);
});

test("what a job does that outlives its command is told at a later step, and stays", async () => {
  const place = bench.project({ plugin: {} });
  const code = waiting(`fs.appendFileSync('${MEMORY}', 'x')`);
  await bench.turn(place, "Start a job", [
    bash(`nohup ${hidden(code)} >/dev/null 2>&1 &`),
    () => {
      place.write("go.txt", "");
      return bash(UNTIL_DONE);
    },
    read("src/shop.ts"),
    say("Done."),
  ]);
  const later = [2, 3].flatMap((at) => said("Start a job", at));
  expect(later.join()).toContain(`${MEMORY} ${OUTSIDE}`);
  expect(place.read(MEMORY)).toBe(`${ENTRY}x`);
});
