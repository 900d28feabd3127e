import { afterAll, describe, expect, it } from "vitest";
import { IN_WORK, TRUTH, type Truth, openCorpus } from "../helpers/shell-corpus.ts";

/** Git operations on the whole tree and the project's own programs pass; what they change is seen afterwards. */
const MUST_PASS = new Set(["git-tree", "programs"]);
/** Words that write into the bank and happen to change nothing this time: refused like the others. */
const WRITES_IN_VAIN = new Set(["without-effect"]);

const { isRefused, isChecked, remove } = openCorpus();
afterAll(remove);

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const names = (entries: readonly Truth[]) =>
  entries.map(({ group, command }) => `[${group}] ${command}`);
const settled = TRUTH.filter(({ group }) => !IN_WORK.has(group));
const changing = settled.filter((entry) => entry.changesBank);
const harmless = settled.filter((entry) => !entry.changesBank && !WRITES_IN_VAIN.has(entry.group));

describe(`the corpus: ${changing.length} commands that change the bank, ${harmless.length} that do not`, () => {
  const open = changing.filter((entry) => !isRefused(entry));

  it("is large enough", () => {
    expect(TRUTH.length).toBeGreaterThanOrEqual(300);
  });

  it("refuses at least 90 % of what changes the bank beforehand", () => {
    expect(1 - open.length / changing.length).toBeGreaterThanOrEqual(0.9);
  });

  it("looks after all others", () => {
    expect(names(open.filter((entry) => !isChecked(entry)))).toEqual([]);
  });

  it("lets operations on the whole tree and the project's own programs pass", () => {
    // A command that names the bank's paths, or removes the whole tree, is neither.
    const entries = TRUTH.filter(
      ({ group, command }) => MUST_PASS.has(group) && !/memory-bank|git rm/.test(command),
    );
    expect(entries.length).toBeGreaterThan(40);
    expect(names(entries.filter(isRefused))).toEqual([]);
  });

  it("refuses no harmless command", () => {
    expect(names(harmless.filter(isRefused))).toEqual([]);
  });
});

describe("the groups in work", () => {
  const entries = TRUTH.filter(({ group }) => IN_WORK.has(group));
  const changingThere = entries.filter((entry) => entry.changesBank);
  const harmlessThere = entries.filter((entry) => !entry.changesBank);

  it("are large enough", () => {
    expect(changingThere.length).toBeGreaterThanOrEqual(360);
    expect(harmlessThere.length).toBeGreaterThanOrEqual(120);
  });

  it("are reported", () => {
    const byWords = changingThere.filter(({ byDeeds }) => byDeeds !== true);
    const open = byWords.filter((entry) => !isRefused(entry));
    const unseen = changingThere.filter((entry) => !isRefused(entry) && !isChecked(entry));
    const refused = harmlessThere.filter(isRefused);
    const lines = [
      `${changingThere.length} change the bank, ${byWords.length} of them by their words: ` +
        `${byWords.length - open.length} of these refused (${percent(byWords.length - open.length, byWords.length)})`,
      "neither refused nor checked:",
      ...names(unseen),
      "decided by words, but only checked:",
      ...names(open.filter(isChecked)),
      `refused, though harmless (of ${harmlessThere.length}):`,
      ...names(refused),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  });
});
