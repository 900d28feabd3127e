import { type TestSpecification, BaseSequencer } from "vitest/node";

/** The slowest test files, as `npm test` names them at its end. */
const LONGEST = [
  "test/unit/bank-plans.property.test.ts",
  "test/unit/shell-guarded.test.ts",
  "test/unit/check.property.test.ts",
  "test/e2e/claude-code/journeys.e2e.test.ts",
  "test/e2e/codex/journeys.e2e.test.ts",
  "test/e2e/everyday.e2e.test.ts",
  "test/e2e/view.e2e.test.ts",
  "test/e2e/terminal.e2e.test.ts",
  "test/e2e/texts.e2e.test.ts",
  "test/e2e/doctor.e2e.test.ts",
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
  return rank === -1 ? LONGEST.length : rank;
};

/** A long file that begins last keeps one core waiting. Vitest learns that only from a run before this one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- Vitest's sorting of files, not an array's.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
