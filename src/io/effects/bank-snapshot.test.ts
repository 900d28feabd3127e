import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { compareSnapshots, createSnapshots } from "./bank-snapshot.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "memory-bank/details/design/a.md": "# A\n",
};

/** A clock that makes every file an old one, so that looks rely on what the file system says. */
const LATER = () => Date.now() + 60_000;
/** Longer than a tick of the file system's clock. */
const TICK = 20;

function open(now: () => number) {
  const bank = join(tempProject(FILES), "memory-bank");
  return { bank, path: (name: string) => join(bank, name), snapshots: createSnapshots(now) };
}

describe("a bank that nobody touches", () => {
  it("has one snapshot, however often it is looked at", () => {
    const { bank, snapshots } = open(LATER);
    const first = snapshots.take(bank);
    expect([...first.keys()].toSorted()).toEqual([
      ".",
      "MEMORY.md",
      "details",
      "details/design",
      "details/design/a.md",
      "details/patterns.md",
    ]);
    expect(snapshots.take(bank)).toBe(first);
    expect(compareSnapshots(first, snapshots.take(bank))).toEqual([]);
  });

  it("is read again as long as a change may hide behind the time of the one before", () => {
    const { bank, snapshots } = open(Date.now);
    const [first, second] = [snapshots.take(bank), snapshots.take(bank)];
    expect(second).not.toBe(first);
    expect(second.get("MEMORY.md")).not.toBe(first.get("MEMORY.md"));
    expect(compareSnapshots(first, second)).toEqual([]);
  });
});

it("is read whole where the file system's times tell nothing", () => {
  const bank = join(tempProject(FILES), "memory-bank");
  const snapshots = createSnapshots(LATER, () => false);
  const [first, second] = [snapshots.take(bank), snapshots.take(bank)];
  expect(second.get("MEMORY.md")).not.toBe(first.get("MEMORY.md"));
  expect(compareSnapshots(first, second)).toEqual([]);
});

const NAMES = ["MEMORY.md", "details", "details/patterns.md", "details/design", "new.md", "link"];
const step = fc.record({
  act: fc.constantFrom("write", "append", "remove", "rename", "folder", "mode", "link"),
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
});

describe("a bank that changes", () => {
  it("is seen as it is, whatever happened since the last look", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const { bank, path, snapshots } = open(LATER);
        let before = snapshots.take(bank);
        for (const { act, name, other } of steps) {
          await pause(TICK);
          attempt(() => {
            if (act === "write") writeFileSync(path(name), "# X\n");
            if (act === "append") appendFileSync(path(name), "more\n");
            if (act === "remove") rmSync(path(name), { recursive: true });
            if (act === "rename") renameSync(path(name), path(other));
            if (act === "folder") mkdirSync(path(name));
            if (act === "mode") chmodSync(path(name), 0o700);
            if (act === "link") symlinkSync(other, path(name));
          });
          const after = snapshots.take(bank);
          const fresh = createSnapshots(Date.now).take(bank);
          expect(compareSnapshots(after, fresh)).toEqual([]);
          expect([...after.keys()].toSorted()).toEqual([...fresh.keys()].toSorted());
          // What is new to a first look is new to this one.
          expect(compareSnapshots(before, after).map(({ path }) => path)).toEqual(
            compareSnapshots(before, fresh).map(({ path }) => path),
          );
          before = after;
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is not what is behind a link in its place", () => {
    const root = tempProject({ "one/a.md": "a", "two/b.md": "b" });
    const bank = join(root, "memory-bank");
    const snapshots = createSnapshots(LATER);
    symlinkSync("one", bank);
    expect([...snapshots.take(bank)]).toEqual([[".", { kind: "link", to: "one" }]]);
    rmSync(bank);
    symlinkSync("two", bank);
    expect([...snapshots.take(bank)]).toEqual([[".", { kind: "link", to: "two" }]]);
    rmSync(bank);
    expect([...snapshots.take(bank).keys()]).toEqual([]);
  });

  it.runIf(process.platform === "linux")("shows names that are no text, and their changes", () => {
    const { bank, snapshots } = open(LATER);
    const file = Buffer.concat([Buffer.from(`${bank}/`), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]);
    const change = (act: () => void) => {
      const before = snapshots.take(bank);
      act();
      return compareSnapshots(before, snapshots.take(bank)).map(({ path }) => path);
    };
    const name = "\u{fffd}.md (ff2e6d64)";
    expect(change(() => writeFileSync(file, "x"))).toEqual([name]);
    expect(change(() => {})).toEqual([]);
    expect(change(() => writeFileSync(file, "xy"))).toEqual([name]);
    expect(change(() => rmSync(file))).toEqual([name]);
  });
});

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A folder where a file was meant, or nothing at all: then nothing happens.
  }
}
