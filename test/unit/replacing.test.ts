import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { REPLACING } from "../helpers/replacing.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it("names every test file that replaces a module", () => {
  const tests = ["src", "test"].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith(".test.ts")),
  );
  const replacing = tests.filter((path) =>
    /^vi\.(?:mock|doMock)\(/m.test(readFileSync(ROOT + path, "utf8")),
  );
  expect(replacing.toSorted()).toEqual(REPLACING);
});
