import {
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { DiskError } from "./disk-error.ts";
import { isSealed, seal } from "./seal.ts";

describe("a seal", () => {
  it("is of one thing, one text and one state folder", () => {
    const folder = tempProject();
    const made = seal(folder, "write", "text");
    expect(isSealed(folder, "write", "text", made)).toBe(true);
    expect(isSealed(folder, "plan", "text", made)).toBe(false);
    expect(isSealed(folder, "write", "texts", made)).toBe(false);
    expect(isSealed(folder, "write", "text", made.slice(1))).toBe(false);
    expect(isSealed(folder, "write", "text", "")).toBe(false);
    const other = tempProject();
    expect(isSealed(other, "write", "text", made)).toBe(false);
    expect(readdirSync(other)).toEqual([]);
    seal(other, "write", "text");
    expect(isSealed(other, "write", "text", made)).toBe(false);
  });

  it("has a key for the user's eyes only, made once and whole", () => {
    const folder = join(tempProject(), "state/shop");
    const made = seal(folder, "write", "text");
    expect(readdirSync(folder)).toEqual(["key"]);
    expect(statSync(join(folder, "key")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(seal(folder, "write", "text")).toBe(made);
  });

  it.each<[string, (key: string) => void]>([
    ["cut", (key) => writeFileSync(key, "short")],
    ["empty", (key) => writeFileSync(key, "")],
    ["too long", (key) => writeFileSync(key, "x".repeat(100))],
    ["a link to a file that somebody knows", (key) => symlinkSync("/etc/hostname", key)],
  ])("takes no key that is %s for one, and makes its own", (_, forge) => {
    const folder = tempProject();
    forge(join(folder, "key"));
    expect(isSealed(folder, "write", "text", "")).toBe(false);
    const made = seal(folder, "write", "text");
    expect(isSealed(folder, "write", "text", made)).toBe(true);
    expect(readFileSync(join(folder, "key"))).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(["key"]);
  });

  it("is void when the key is another one", () => {
    const folder = tempProject();
    const made = seal(folder, "write", "text");
    truncateSync(join(folder, "key"), 31);
    expect(isSealed(folder, "write", "text", made)).toBe(false);
    seal(folder, "write", "text");
    expect(isSealed(folder, "write", "text", made)).toBe(false);
  });

  it("says what to do where no key can be kept", () => {
    const folder = tempProject();
    mkdirSync(join(folder, "key/in/the/way"), { recursive: true });
    expect(failureOf(DiskError, () => seal(folder, "write", "text")).message).toContain(folder);
    const file = join(tempProject({ state: "a file" }), "state");
    expect(failureOf(DiskError, () => seal(file, "write", "text")).kind).toBe("not-a-folder");
  });
});
