import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { ensureWritable, readConfig, writeConfig } from "./config-file.ts";

function readOnly(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode & ~0o222);
  onTestFinished(() => chmodSync(path, mode));
}

describe("what is read-only", () => {
  it("a file: the message says what to do, for the superuser too", () => {
    const path = join(tempProject({ "opencode.json": "{}" }), "opencode.json");
    readOnly(path);
    expect(() => ensureWritable(readConfig(path))).toThrow(
      `${path} is read-only. Make the file writable (chmod u+w), then run it again`,
    );
  });

  it("a folder, of a file that is still to be made", () => {
    const root = tempProject({ "config/opencode.json": "{}" });
    readOnly(join(root, "config"));
    const folder = `(folder: ${join(root, "config")}) is read-only. Make the folder writable`;
    expect(() => ensureWritable(readConfig(join(root, "config/opencode.json")))).toThrow(folder);
  });
});

it("keeps a file's mode, and makes the folders of a new one", () => {
  const root = tempProject({ "opencode.json": "{}" });
  const path = join(root, "opencode.json");
  chmodSync(path, 0o640);
  writeConfig(readConfig(path), "[]");
  expect(statSync(path).mode & 0o777).toBe(0o640);
  const fresh = join(root, "a/b/opencode.json");
  writeConfig(readConfig(fresh), "{}");
  expect(readFileSync(fresh, "utf8")).toBe("{}");
});

it("says so where a file stands in the way of a folder, or the text is none", () => {
  const root = tempProject({ blocked: "", "latin.json": Buffer.from([0x22, 0xe9, 0x22]) });
  expect(() => writeConfig(readConfig(join(root, "blocked/opencode.json")), "{}")).toThrow(
    /blocked\/opencode\.json \(E\w+: .+\)/,
  );
  expect(() => readConfig(join(root, "latin.json"))).toThrow("is not UTF-8 text");
});
