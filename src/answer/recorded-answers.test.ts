import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPaths } from "../io/disk/paths.ts";
import { createReadEvidence } from "../io/bank/read-evidence.ts";
import { parseAnswer } from "./parse-answer.ts";
import type { Gap } from "./shape-answer.ts";
import { verifyAnswer } from "./verify-answer.ts";

const FOLDER = fileURLToPath(new URL("../../test/fixtures/answers/", import.meta.url));
const ROOT = `${FOLDER}project`;
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.slice(0, -".md".length));

const lookup = createReadEvidence(
  createPaths({
    directory: ROOT,
    root: ROOT,
    bank: `${ROOT}/memory-bank`,
    isCaseInsensitive: false,
  }),
);

function describeGap(gap: Gap): string {
  switch (gap.kind) {
    case "no-key":
      return `no-key ${gap.key}`;
    case "no-field":
    case "bad-value":
      return `${gap.kind} ${gap.item} ${gap.field}`;
    default:
      return gap.kind;
  }
}

describe("what models write", () => {
  it("comes in many shapes", () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(30);
  });

  it.each(NAMES)("%s", (name) => {
    const { answer, missing, slips } = parseAnswer(readFileSync(`${FOLDER}${name}.md`, "utf8"));
    const { claims } = verifyAnswer(answer, lookup);
    expect({
      claims: claims.map(({ id, path, outcome }) => [id, path, outcome]),
      conflicts: answer.conflicts.length,
      questions: answer.open_questions.length,
      missing: missing.map(describeGap),
      slips: slips.toSorted(),
    }).toEqual(JSON.parse(readFileSync(`${FOLDER}${name}.json`, "utf8")));
  });
});
