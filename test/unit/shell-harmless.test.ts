import { describe, expect, it } from "vitest";
import { inParts, runAllGuarded } from "../helpers/guarded-run.ts";
import { TRUTH, openCorpus } from "../helpers/shell-corpus.ts";

/** All of daily work, and of the others so many that nobody waits for them. */
const EVERY = 4;

const corpus = openCorpus();
const harmless = TRUTH.filter((entry) => !entry.changesBank && !corpus.isRefused(entry)).filter(
  ({ group }, index) => group.startsWith("work-") || index % EVERY === 0,
);
corpus.remove();

describe(`the real runtime and ${harmless.length} harmless commands`, () => {
  it.each(inParts(harmless))("has nothing to say, part %i", async (_, entries) => {
    const runs = await runAllGuarded(entries);
    const told = runs.filter((run) => run.told !== "" || run.refusal !== undefined);
    expect(told.map(({ entry, told: text, refusal }) => [entry.command, text, refusal])).toEqual(
      [],
    );
  });
});
