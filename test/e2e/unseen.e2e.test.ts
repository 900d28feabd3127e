import { cpSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, disposeInstance, makeProject, openSession, say, startHost } from "./kit/index.ts";
import { readFiles } from "../helpers/files-on-disk.ts";
import { bash, read } from "./steps.ts";
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

test("what is saved while a long command runs is reported, both versions are kept", async () => {
  const place = bench.project({ plugin: {} });
  const save = () => writeFileSync(join(place.dir, PATTERNS_PATH), "- a new rule\n");
  const results = await bench.play(place, "Sleep while I edit", [
    bash("sleep 0.5"),
    () => {
      setTimeout(save, 1500);
      return bash("sleep 3.5");
    },
    say("Done."),
  ]);
  expect(results[1]).toContain(`changed ${PATTERNS_PATH}; the change stays.`);
  expect(results[1]).toContain("memory-bank restore k-");
  expect(place.read(PATTERNS_PATH)).toBe("- a new rule\n");
});

test("a job that outlives its command is undone at a later hook of the turn", async () => {
  const place = bench.project({ plugin: {} });
  const bank = `Buffer.from('${Buffer.from(MEMORY).toString("base64")}','base64')`;
  const code = `setTimeout(()=>require('fs').appendFileSync(${bank},'x'),800)`;
  await bench.turn(place, "Start a job", [
    bash(`nohup node -e "${code}" >/dev/null 2>&1 &`),
    bash("sleep 2.5"),
    read("src/shop.ts"),
    say("Done."),
  ]);
  expect(said("Start a job", 2).join()).toContain("Undone:");
  expect(place.read(MEMORY)).toBe(ENTRY);
});

test("what takes the place of the bank is undone, and nothing behind a link is touched", async () => {
  const place = bench.project({ plugin: {} });
  cpSync(join(place.dir, "memory-bank"), join(place.dir, "other"), { recursive: true });
  writeFileSync(join(place.dir, "other/MEMORY.md"), "other\n");
  const bank = `Buffer.from('${Buffer.from("memory-bank").toString("base64")}','base64')+''`;
  const swap = (then: string) =>
    bash(`node -e "const f=require('fs'),b=${bank};f.renameSync(b,'gone'+Date.now());${then}"`);
  const odd = `f.writeFileSync(Buffer.concat([Buffer.from(b+'/'),Buffer.from([255])]),'x')`;
  const results = await bench.play(place, "Put another one there", [
    bash("sleep 0.5"),
    swap("f.renameSync('other',b)"),
    swap("f.symlinkSync('src',b)"),
    bash(`node -e "const f=require('fs'),b=${bank};${odd}"`),
    say("Done."),
  ]);
  for (const index of [1, 2]) expect(results[index]).toContain("Undone:");
  expect(results[3]).toContain("(ff); the change stays.");
  expect(place.read(MEMORY)).toBe(ENTRY);
  expect(place.read(PATTERNS_PATH)).toBe(PATTERNS);
  expect(lstatSync(join(place.dir, "memory-bank")).isDirectory()).toBe(true);
  expect(readdirSync(join(place.dir, "src")).toSorted()).toEqual(["cup.ts", "shop.ts"]);
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
  const told = [1, 2].flatMap((at) => said("After it", at)).join();
  expect(told).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
  // This one ends as it should: what the user does between sessions is nobody's news.
  const left = () =>
    [...readFiles(join(second.home, ".local/state/memory-bank")).keys()].filter((path) =>
      path.includes("known-"),
    );
  expect(left()).toHaveLength(1);
  await disposeInstance(second, place);
  expect(left()).toEqual([]);
  await second.stop();
});
