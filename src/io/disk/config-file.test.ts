import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { ensureWritable, readConfig, writeConfig } from "./config-file.ts";

function readOnly(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode & ~0o222);
  onTestFinished(() => chmodSync(path, mode));
}

it("a file that is read-only, or is to be made in such a folder, is named, for the superuser too", () => {
  const root = tempProject({ "opencode.json": "{}", "config/": "" });
  readOnly(join(root, "opencode.json"));
  readOnly(join(root, "config"));
  const check = (path: string) => () => ensureWritable(readConfig(join(root, path)));
  expect(check("opencode.json")).toThrow(`${join(root, "opencode.json")} is read-only`);
  expect(check("config/opencode.json")).toThrow(`${join(root, "config")} is read-only`);
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
