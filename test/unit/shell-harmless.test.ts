import { describe, expect, it } from "vitest";
import { inParts, runAllGuarded } from "../helpers/guarded-run.ts";
import { TRUTH } from "../helpers/shell-corpus.ts";

/** Every third one; that none of them is refused is tested of all. */
const everyday = TRUTH.filter(({ kind }) => kind === "everyday").filter((_, at) => at % 3 === 0);

describe(`the real runtime and ${everyday.length} everyday commands`, () => {
  it.each(inParts(everyday))("has nothing to say, part %i", async (_, entries) => {
    const runs = await runAllGuarded(entries);
    const told = runs.filter((run) => run.told !== "" || run.refusal !== undefined);
    expect(told.map(({ entry, told: text, refusal }) => [entry.command, text, refusal])).toEqual(
      [],
    );
  });
});
