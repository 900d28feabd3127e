import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { createPaths } from "../disk/paths.ts";
import { createReadEvidence } from "./read-evidence.ts";

const FILES = {
  "memory-bank/details/tech.md": "# Tech\n",
  "packages/app/src/main.ts": "export {};\n",
  "README.md": "# Tea\n",
  ".env": "A=1\n",
  ".env.example": "A=\n",
  "picture.png": new Uint8Array([1, 0, 2]),
  "folder/": "",
};

function lookupIn(root: string, directory = root) {
  return createReadEvidence(
    createPaths({ directory, root, bank: join(root, "memory-bank"), isCaseInsensitive: false }),
  );
}

it("reads text of the project, with the time of its last change", () => {
  const root = tempProject(FILES);
  utimesSync(join(root, "README.md"), 1_700_000_000, 1_700_000_000);
  expect(lookupIn(root)("README.md")).toEqual({
    kind: "text",
    text: "# Tea\n",
    mtime: "2023-11-14T22:13:20.000Z",
  });
  expect(lookupIn(root)(join(root, "README.md")).kind).toBe("text");
  expect(lookupIn(root)(".env.example").kind).toBe("text");
});

it("finds a path that starts at the directory, the root or the bank", () => {
  const root = tempProject(FILES);
  const lookup = lookupIn(root, join(root, "packages/app"));
  for (const path of [
    "src/main.ts",
    "packages/app/src/main.ts",
    "details/tech.md",
    "../../README.md",
  ])
    expect([path, lookup(path).kind]).toEqual([path, "text"]);
  expect(lookup("../../../README.md").kind).toBe("outside");
});

it("says why a file is not read", () => {
  const root = tempProject({ ...FILES, "long.md": "x".repeat(1024 * 1024 + 1) });
  const lookup = lookupIn(root);
  expect(
    ["nowhere.md", "/etc/hostname", ".env", "picture.png", "folder", "long.md", "a\0b", ""].map(
      (path) => lookup(path).kind,
    ),
  ).toEqual([
    "missing",
    "outside",
    "secret",
    "unreadable",
    "unreadable",
    "too-large",
    "missing",
    "unreadable",
  ]);
});

it("follows links, but neither out of the project nor to a secret", () => {
  const root = tempProject(FILES);
  const other = tempProject({ "notes.md": "private\n" });
  symlinkSync(join(other, "notes.md"), join(root, "away.md"));
  symlinkSync(other, join(root, "folder-away"));
  symlinkSync(join(root, ".env"), join(root, "settings.md"));
  symlinkSync(join(root, "README.md"), join(root, "index.md"));
  symlinkSync("loop", join(root, "loop"));
  const lookup = lookupIn(root);
  expect(
    ["away.md", "folder-away/notes.md", "settings.md", "index.md"].map((path) => lookup(path).kind),
  ).toEqual(["outside", "outside", "secret", "text"]);
  expect(lookup("loop").kind).not.toBe("text");
});

it("reads a bank that is itself a link to elsewhere", () => {
  const root = tempProject({ "README.md": "# Tea\n" });
  const other = tempProject({ "details/tech.md": "# Tech\n" });
  symlinkSync(other, join(root, "memory-bank"));
  expect(lookupIn(root)("memory-bank/details/tech.md")).toMatchObject({ text: "# Tech\n" });
});
