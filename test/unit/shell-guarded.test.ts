import { describe, expect, it } from "vitest";
import { type GuardedRun, runAllGuarded } from "../helpers/guarded-run.ts";
import { TRUTH, openCorpus } from "../helpers/shell-corpus.ts";

const corpus = openCorpus();
const open = TRUTH.filter((entry) => entry.changesBank && !corpus.isRefused(entry));
corpus.remove();

const show = (runs: readonly GuardedRun[]) =>
  runs.map(({ entry, ...run }) => ({ ...run, entry: `[${entry.group}] ${entry.command}` }));
const isUndone = ({ told }: GuardedRun) =>
  told.includes("Undone") && !/Not undone|the change stays/.test(told);
/** Pipes and links that lead nowhere hold no text to keep. */
const hasText = ({ entry }: GuardedRun) => !/mknod|mkfifo|symlink|ln -s/.test(entry.command);

describe(`the real runtime and ${open.length} commands that change a bank and are not refused`, () => {
  it("undoes or tells every change", { timeout: 600_000 }, async () => {
    const runs = await runAllGuarded(open);
    expect(show(runs.filter(({ silent }) => silent.length > 0))).toEqual([]);
    // What is said to be as it was is so, to the byte, and nothing is lost by it.
    const undone = runs.filter(isUndone);
    expect(undone.length).toBeGreaterThan(open.length / 4);
    expect(show(undone.filter(({ changed }) => changed.length > 0))).toEqual([]);
    const texts = undone.filter(hasText);
    expect(show(texts.filter(({ told }) => !told.includes("memory-bank restore k-")))).toEqual([]);
  });
});

/** Every third one; that none of them is refused is tested of all. */
const everyday = TRUTH.filter(({ kind }) => kind === "everyday").filter((_, at) => at % 3 === 0);

describe(`the real runtime and ${everyday.length} everyday commands`, () => {
  it("has nothing to say", { timeout: 600_000 }, async () => {
    const runs = await runAllGuarded(everyday);
    const told = runs.filter((run) => run.told !== "" || run.refusal !== undefined);
    expect(told.map(({ entry, told: text, refusal }) => [entry.command, text, refusal])).toEqual(
      [],
    );
  });
});
