import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_FILES, chooseFiles, chooseParts, isManifest } from "./choose-files.ts";

describe("chooseFiles", () => {
  it("reads the README, manifests, the Makefile, then what completes the manifests", () => {
    const names = [
      ".python-version",
      "Makefile",
      "README.md",
      "README.rst",
      "go.mod",
      "package.json",
      "pnpm-workspace.yaml",
      "src/",
    ];
    expect(chooseFiles(names)).toEqual([
      "README.md",
      "package.json",
      "go.mod",
      "Makefile",
      "pnpm-workspace.yaml",
      ".python-version",
    ]);
    expect(chooseFiles(["readme.txt", "Readme.md"])).toEqual(["Readme.md"]);
  });

  it("never chooses secrets, nor more than ten", () => {
    const name = fc.oneof(
      fc.constantFrom(
        ".env",
        ".env.local",
        "id_rsa",
        "server.pem",
        "credentials.json",
        ".npmrc",
        ".netrc",
        "secrets.yml",
        "package.json",
        "go.mod",
        "backend/.env",
        "requirements.txt",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const chosen = chooseFiles(names);
        expect(chosen.length).toBeLessThanOrEqual(MOST_FILES);
        expect([...chosen, ...chooseParts(names, [])].join("\n")).not.toMatch(
          /env|rsa|pem|credential|npmrc|netrc|secret/,
        );
        expect(chooseFiles(names.toReversed())).toEqual(chosen);
      }),
    );
  });
});

describe("chooseParts", () => {
  const NAMES = [
    "apps/web/package.json",
    "backend/Cargo.toml",
    "backend/package.json",
    "docs/package.json",
    "leaf/package.json",
    "packages/leaf-test/package.json",
    "packages/b/package.json",
    "src/App.sln",
  ];

  it("takes one manifest of each part, parts by their usual names first", () => {
    expect(chooseParts(["package.json", ...NAMES], [])).toEqual([
      "apps/web/package.json",
      "backend/package.json",
      "packages/b/package.json",
    ]);
  });

  it("takes members, and without a root manifest any folder that has one", () => {
    expect(chooseParts(["package.json", ...NAMES], ["le*"]).at(-1)).toBe("leaf/package.json");
    expect(chooseParts(NAMES, []).at(-1)).toBe("leaf/package.json");
  });
});

it("manifests are known anywhere", () => {
  expect(["a/b/package.json", "x.gemspec", "gradle/libs.versions.toml"].map(isManifest)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["README.md", ".env", "Makefile", "package.json.bak"].map(isManifest)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
