import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { LONGEST } from "../helpers/longest-first.ts";

it("names test files that are there", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  expect(LONGEST.filter((name) => !existsSync(root + name))).toEqual([]);
});
