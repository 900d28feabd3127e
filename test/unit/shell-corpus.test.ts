import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../helpers/doc-code.ts";
import { ATTACKS, TRUTH, type Truth, openCorpus } from "../helpers/shell-corpus.ts";

/** Git operations on the whole tree and the project's own programs pass; what they change is seen afterwards. */
const MUST_PASS = new Set(["git-tree", "programs"]);
/** Words that write into the bank and happen to change nothing this time: refused like the others. */
const WRITES_IN_VAIN = new Set(["without-effect"]);
/** Commands that change nothing of the project: neither gate has anything to ask. */
const UNWRITING = new Set(["unwriting", "unwriting-large"]);

const { isRefused, isChecked, isGated, remove } = openCorpus();
afterAll(remove);

const names = (entries: readonly Truth[]) =>
  entries.map(({ group, command }) => `[${group}] ${command}`);
const read = (page: string) => readFileSync(join(ROOT, page), "utf8");
const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
const changing = TRUTH.filter((entry) => entry.changesBank);
const harmless = TRUTH.filter((entry) => !entry.changesBank && !WRITES_IN_VAIN.has(entry.group));

describe(`the corpus: ${changing.length} commands that change the bank, ${harmless.length} that do not`, () => {
  const byWords = changing.filter(({ byDeeds }) => byDeeds !== true);
  const attacks = byWords.filter(({ group }) => ATTACKS.has(group));
  const shareRefused = (entries: readonly Truth[]) =>
    entries.filter(isRefused).length / entries.length;

  it("is large enough", () => {
    expect(byWords.length).toBeGreaterThanOrEqual(2000);
    expect(attacks.length).toBeGreaterThanOrEqual(700);
    expect(harmless.length).toBeGreaterThanOrEqual(1000);
  });

  it("refuses at least 92 % of what changes the bank by its words beforehand", () => {
    expect(shareRefused(byWords)).toBeGreaterThanOrEqual(0.92);
  });

  it("refuses at least 92 % of what was made up to get past it", () => {
    const open = names(attacks.filter((entry) => !isRefused(entry)));
    expect(shareRefused(attacks), open.join("\n")).toBeGreaterThanOrEqual(0.92);
  });

  it("looks after all others", () => {
    const open = changing.filter((entry) => !isRefused(entry));
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

  it.each(["docs/figures.md", "docs/zh/figures.md"])("has the figures that %s gives", (page) => {
    const [, said = ""] = /^\*\*Shell (?:analysis|分析)\S\*\*(.*)$/m.exec(read(page)) ?? [];
    const refused = byWords.filter(isRefused).length;
    const unchanging = TRUTH.filter((entry) => !entry.changesBank);
    const figures = [
      TRUTH.length,
      changing.length,
      byWords.length,
      refused,
      Math.floor((100 * refused) / byWords.length),
      unchanging.length,
      unchanging.filter(isRefused).length,
    ];
    expect(numbersIn(said).slice(0, figures.length)).toEqual(figures);
  });

  it("takes no command for a write that is not shown to be one", () => {
    const unwriting = TRUTH.filter(({ group }) => UNWRITING.has(group));
    expect(unwriting.length).toBeGreaterThan(200);
    expect(names(unwriting.filter(isGated))).toEqual([]);
  });

  it("refuses no harmless command", () => {
    expect(names(harmless.filter(isRefused))).toEqual([]);
  });
});
