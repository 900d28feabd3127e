import * as fc from "fast-check";
import picomatch from "picomatch";
import { expect, it } from "vitest";
import { matchAny } from "./match-any.ts";
import { SENSITIVE_PATHS } from "../bank/sensitive-paths.ts";

const GLOBS = [
  ...SENSITIVE_PATHS,
  "src/**/secret.*",
  "*.md",
  "docs/*",
  "**/a*/b",
  "**/x?.[jt]s",
  "**/*.sql/**",
];

it("agrees with picomatch, glob by glob and path by path", () => {
  const segment = fc.constantFrom(
    ..."auth Auth security src docs a ab b package.json Package.JSON .env .env.local x1.js x1.sql migrations infra nginx.conf nginx-a.conf tsconfig.json secret.ts README.md .github workflows Dockerfile.dev docker compose.yml vite.config.ts requirements.txt".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/")),
      fc.subarray(GLOBS, { minLength: 1 }),
      (path, globs) => {
        const expected = globs.some((glob) =>
          picomatch.isMatch(path, glob, { dot: true, nocase: true }),
        );
        expect(matchAny(globs)(path)).toBe(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

it("matches nothing without globs", () => {
  expect(matchAny([])("package.json")).toBe(false);
});

it("is done at once with a glob that an engine with backtracking would never be done with", () => {
  expect(matchAny([`${"*a".repeat(30)}b`])("a".repeat(200))).toBe(false);
  expect(matchAny([`${"**/a*/".repeat(20)}c`])("a/".repeat(200))).toBe(false);
});
