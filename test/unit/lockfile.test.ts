import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Lockfile, completeLockfile, findMissing } from "../../scripts/lockfile.mjs";

const FILE = fileURLToPath(new URL("../../package-lock.json", import.meta.url));
const TEXT = readFileSync(FILE, "utf8");
const LOCKFILE: Lockfile = JSON.parse(TEXT);

/** A registry that has nothing. */
const askInVain = () => Promise.resolve({});
const toText = (lockfile: Lockfile) => `${JSON.stringify(lockfile, undefined, 2)}\n`;

describe("the lockfile", () => {
  it("is complete: npm ci finds every optional package in it", () => {
    expect(findMissing(LOCKFILE)).toEqual([]);
  });

  it("stays as it is when it is completed again", async () => {
    expect(toText(await completeLockfile(LOCKFILE, askInVain))).toBe(TEXT);
  });
});
