import * as fc from "fast-check";
import ignore from "ignore";
import { expect, it } from "vitest";
import { parseIgnoreRules } from "./ignore-rules.ts";

const RULE = fc.constantFrom(
  ..."dist|/dist|dist/|*.log|!keep.log|!dist/|a/b|a/**|**/b|a/**/b|/a/*|[ab].ts|?.ts|docs/*.md|!docs/a.md|{a,b}|*(a)|# note|\\#a|\\!a|b |a*b*|**/a/**".split(
    "|",
  ),
);
const PATH = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ..."a b ab dist docs keep.log x.log a.ts c.ts a.md {a,b} #a !a DIST axbx".split(" "),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.boolean(),
  )
  .map(([parts, isFolder]) => parts.join("/") + (isFolder ? "/" : ""));

it("agrees with the package that knows git's rules", () => {
  fc.assert(
    fc.property(fc.array(RULE, { maxLength: 6 }), PATH, (rules, path) => {
      const text = rules.join("\n");
      expect(parseIgnoreRules(text)(path)).toBe(ignore().add(text).ignores(path));
    }),
    { numRuns: 3000 },
  );
});

it("is through with a rule that a backtracking engine would never be through with", () => {
  const isIgnored = parseIgnoreRules(`${"*a".repeat(40)}b\n${"**/a*/".repeat(20)}c`);
  expect(isIgnored(`${"a".repeat(200)}/${"a/".repeat(200)}`)).toBe(false);
});
