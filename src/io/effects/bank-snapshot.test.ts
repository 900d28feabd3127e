import {
  appendFileSync,
  mkdirSync,
  readFileSync,
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
import { remember } from "../disk/read.ts";
import { type Snapshot, compareSnapshots, putBack, takeSnapshot } from "./bank-snapshot.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "memory-bank/details/design/a.md": "# A\n",
};

function open() {
  const bank = join(tempProject(FILES), "memory-bank");
  return { bank, path: (name: string) => join(bank, name) };
}

/** Longer than a tick of the file system's clock. */
const A_WHILE = 40;

const NAMES = ["MEMORY.md", "details", "details/patterns.md", "details/design", "new.md", "link"];
const step = fc.record({
  act: fc.constantFrom("write", "append", "remove", "rename", "folder", "link"),
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
});

describe("a bank that changes", () => {
  it("is seen as it is, whatever happened since the last look", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (steps, isSlow) => {
          const { bank, path } = open();
          const look = remember(() => takeSnapshot(bank, before));
          let before: Snapshot = new Map();
          before = look();
          for (const { act, name, other } of steps) {
            if (isSlow) await pause(A_WHILE);
            attempt(() => {
              if (act === "write") writeFileSync(path(name), "# X\n");
              if (act === "append") appendFileSync(path(name), "more\n");
              if (act === "remove") rmSync(path(name), { recursive: true });
              if (act === "rename") renameSync(path(name), path(other));
              if (act === "folder") mkdirSync(path(name));
              if (act === "link") symlinkSync(other, path(name));
            });
            const after = look();
            const fresh = takeSnapshot(bank);
            expect(compareSnapshots(after, fresh)).toEqual([]);
            expect([...after.keys()].toSorted()).toEqual([...fresh.keys()].toSorted());
            // What is new to a first look is new to this one.
            expect(compareSnapshots(before, after).map(({ path }) => path)).toEqual(
              compareSnapshots(before, fresh).map(({ path }) => path),
            );
            before = after;
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A folder where a file was meant, or nothing at all: then nothing happens.
  }
}

it("leaves what somebody changed again after it was looked at", () => {
  const bank = join(tempProject({ "bank/a.md": "one\n", "bank/b.md": "one\n" }), "bank");
  const before = takeSnapshot(bank);
  for (const name of ["a.md", "b.md", "new.md", "newer.md"])
    writeFileSync(join(bank, name), "by the code\n");
  const changes = compareSnapshots(before, takeSnapshot(bank));
  for (const name of ["b.md", "newer.md"]) writeFileSync(join(bank, name), "saved by the user\n");
  expect(
    putBack(bank, changes)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(["b.md", "newer.md"]);
  const read = (name: string) => readFileSync(join(bank, name), "utf8");
  expect(read("a.md")).toBe("one\n");
  expect(read("b.md")).toBe("saved by the user\n");
  expect(read("newer.md")).toBe("saved by the user\n");
  expect(() => read("new.md")).toThrow("ENOENT");
});
