import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SARIF_SCHEMA } from "../../../test/helpers/sarif-schema.ts";
import { CHECK_RULES } from "../check-bank.ts";
import { type PlacedFinding, renderGithub } from "./render-github.ts";
import { toSarif } from "./render-sarif.ts";

const FINDING: PlacedFinding = {
  rule: "dead-routes",
  level: "error",
  path: "MEMORY.md",
  file: "memory-bank/MEMORY.md",
  line: 49,
  column: 38,
  message: "the route leads to details/gone.md",
  fix: "correct the path",
};
const { column: _, ...WHOLE } = FINDING;
const NOTE: PlacedFinding = { ...WHOLE, level: "note", rule: "stale-focus", line: 1 };

/** Whatever a doc, a path and a message may hold. */
const findings = fc.array(
  fc.record({
    rule: fc.constantFrom(...CHECK_RULES),
    level: fc.constantFrom("error", "warning", "note"),
    path: fc.string({ unit: "binary", minLength: 1 }),
    file: fc.string({ unit: "binary", minLength: 1 }),
    line: fc.integer({ min: 1 }),
    message: fc.string({ unit: "binary" }),
    fix: fc.string(),
  }) satisfies fc.Arbitrary<PlacedFinding>,
);

describe("github", () => {
  it("says file, line, column and rule of each finding, notes as notices", () => {
    expect(renderGithub([FINDING, NOTE])).toBe(
      [
        "::error file=memory-bank/MEMORY.md,line=49,col=38,title=memory-bank%3A dead-routes::the route leads to details/gone.md%0Acorrect the path",
        "::notice file=memory-bank/MEMORY.md,line=1,title=memory-bank%3A stale-focus::the route leads to details/gone.md%0Acorrect the path",
      ].join("\n"),
    );
  });

  it("escapes what would end a property or begin another command", () => {
    const file = "a,b:c%.md";
    const message = "x\r\n::set-output name=y::z 100%";
    expect(renderGithub([{ ...NOTE, file, message }])).toBe(
      "::notice file=a%2Cb%3Ac%25.md,line=1,title=memory-bank%3A stale-focus::x%0D%0A::set-output name=y::z 100%25%0Acorrect the path",
    );
  });

  it("has one line for each finding, whatever is in it", () => {
    fc.assert(
      fc.property(findings, (found) => {
        const lines = renderGithub(found).split(/\r\n|\r|\n/);
        expect(lines.filter((line) => line !== "")).toHaveLength(found.length);
        for (const line of lines.slice(0, found.length))
          expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:]*,line=\d+,title=[^,:]*::/s);
      }),
    );
  });
});

describe("sarif", () => {
  const validate = new Ajv().compile(SARIF_SCHEMA);

  it("has the results with their rules, places and levels", () => {
    const [run] = toSarif([FINDING, NOTE, FINDING], "1.2.3").runs;
    expect(run?.tool.driver).toEqual({
      name: "memory-bank",
      semanticVersion: "1.2.3",
      rules: [
        { id: "dead-routes", shortDescription: { text: "dead routes" } },
        { id: "stale-focus", shortDescription: { text: "stale focus" } },
      ],
    });
    expect(run?.results.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
      [0, "error"],
      [1, "note"],
      [0, "error"],
    ]);
    expect(run?.results[0]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "memory-bank/MEMORY.md", uriBaseId: "%SRCROOT%" },
          region: { startLine: 49, startColumn: 38 },
        },
      },
    ]);
  });

  it("is valid, whatever is found and in whatever file", () => {
    expect(validate(toSarif([], "1.2.3"))).toBe(true);
    expect(validate(toSarif([{ ...FINDING, line: 0 }], "1.2.3"))).toBe(false);
    fc.assert(
      fc.property(findings, (found) => {
        expect(validate(toSarif(found, "1.2.3")), JSON.stringify(validate.errors)).toBe(true);
      }),
    );
  });

  it("encodes a path as an address", () => {
    const [run] = toSarif([{ ...NOTE, file: "记忆/a b#c?.md" }], "1").runs;
    expect(run?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      "%E8%AE%B0%E5%BF%86/a%20b%23c%3F.md",
    );
  });
});
