import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, disposeInstance, makeProject, openSession, say, startHost } from "./kit/index.ts";
import { processesBelow } from "./kit/processes-below.ts";
import { readFiles } from "../helpers/files-on-disk.ts";
import {
  BUMP,
  BUMPED_FILES,
  CLEAN,
  FORMAT,
  FORMATTED_FILES,
  RUN_SCRIPT,
  SCRIPT,
  forgetBank,
} from "./past-the-guard.ts";
import { bash, read, write } from "./steps.ts";
import { hidden } from "./hidden-code.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const MEMORY = "memory-bank/MEMORY.md";
const OUTSIDE = "changed since your last step, by none of your tool calls";

/** What is said beside the block in a request of the turn. */
const said = (text: string, at: number) =>
  (bench.model.main(text)[at]?.system.join("\n") ?? "")
    .split("\n")
    .filter((line) => line.startsWith("[Memory Bank]"));

test("what the user saves while the model thinks is told once, and stays", async () => {
  const place = bench.project({ plugin: {} });
  const save = () => writeFileSync(join(place.dir, PATTERNS_PATH), "- a new rule\n");
  await bench.turn(place, "Work while I edit", [
    bash("sleep 0.5"),
    () => {
      save();
      return call("bash", { command: "ls", description: "run" }, { delayMs: 200 });
    },
    bash("ls src"),
    say("Done."),
  ]);
  expect(said("Work while I edit", 1)).toEqual([]);
  expect(said("Work while I edit", 2).join()).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
  expect(said("Work while I edit", 3)).toEqual([]);
  expect(place.read(PATTERNS_PATH)).toBe("- a new rule\n");
});

test("what the user saves while nothing but a reader runs stays, and is told as theirs", async () => {
  const place = bench.project({ plugin: {} });
  const turn = bench.play(place, "Sleep while I edit", [
    bash("sleep 0.5"),
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
  expect(said("Sleep while I edit", 2).join()).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
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

test("a program that rewrites package.json with the conventions unread is told afterwards", async () => {
  const place = bench.project({ plugin: { guardMode: "block" }, files: BUMPED_FILES });
  const results = await bench.play(place, "Bump it", [bash(BUMP), say("Done.")]);
  expect(results[0]).toContain("package.json");
  expect(results[0]).toContain("(rule: read-before-write)");
});

test("git clean on a bank that is not committed loses nothing", async () => {
  const place = bench.project({ plugin: {} });
  forgetBank(place.dir);
  const results = await bench.play(place, "Clean up", [bash(CLEAN), say("Done.")]);
  expect(results[0]).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
  expect(place.read(PATTERNS_PATH)).toBe(PATTERNS);
});

test("a formatter of the project's leaves user blocks as they were", async () => {
  const place = bench.project({ plugin: {}, files: FORMATTED_FILES });
  const results = await bench.play(place, "Format it", [bash(FORMAT), say("Done.")]);
  expect(results[0]).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
});

test("what a job does that outlives its command is told at a later step, and stays", async () => {
  const place = bench.project({ plugin: {} });
  const code = `setTimeout(()=>{require('fs').appendFileSync('${MEMORY}','x');require('fs').writeFileSync('late.txt','')},800)`;
  await bench.turn(place, "Start a job", [
    bash(`nohup ${hidden(code)} >/dev/null 2>&1 &`),
    bash("until test -e late.txt; do sleep 0.1; done"),
    read("src/shop.ts"),
    say("Done."),
  ]);
  const later = [2, 3].flatMap((at) => said("Start a job", at));
  expect(later.join()).toContain(`${MEMORY} ${OUTSIDE}`);
  expect(place.read(MEMORY)).toBe(`${ENTRY}x`);
});

test("a host that was killed in the middle: the next start says what changed since", async () => {
  const { model } = bench;
  const first = await startHost({ model });
  const place = makeProject(first, { files: FILES, plugin: {} });
  const session = await openSession(first, place);
  model.play("Before the end", [bash("sleep 1"), say("Done.")]);
  await session.send("Before the end");
  await first.kill();
  writeFileSync(join(place.dir, PATTERNS_PATH), `${PATTERNS}- one more\n`);

  const second = await startHost({ model, home: first.home });
  model.play("After it", [bash("sleep 1"), bash("ls"), say("Done.")]);
  await (await openSession(second, place)).send("After it");
  const told = [0, 1].flatMap((at) => said("After it", at)).join();
  expect(told).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
  // This one ends as it should: what the user does between sessions is nobody's news.
  const left = () =>
    [...readFiles(join(second.home, ".local/state/memory-bank")).keys()].filter((path) =>
      path.includes("known.json"),
    );
  await expect.poll(left).toHaveLength(1);
  await disposeInstance(second, place);
  await expect.poll(left).toEqual([]);
  await second.stop();
});
