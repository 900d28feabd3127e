import { afterAll, describe, expect, it } from "vitest";
import { TRUTH, type Truth, openCorpus } from "../helpers/shell-corpus.ts";

const { isRefused, isGated, remove } = openCorpus();
afterAll(remove);

const of = (kind: Truth["kind"]) => TRUTH.filter((entry) => entry.kind === kind);
const names = (entries: readonly Truth[]) =>
  entries.map(({ group, command }) => `[${group}] ${command}`);

describe("the corpus of shell commands", () => {
  it("has enough of each kind, and each does what its kind says", () => {
    expect(of("plain").length).toBeGreaterThanOrEqual(300);
    expect(of("everyday").length).toBeGreaterThanOrEqual(300);
    expect(of("other").length).toBeGreaterThanOrEqual(80);
    for (const entry of TRUTH)
      expect(entry.changesBank, entry.command).toBe(/plain|other/.test(entry.kind));
  });

  it("at least 98 % of the plain writes are refused beforehand", () => {
    const open = of("plain").filter((entry) => !isRefused(entry));
    expect(open.length / of("plain").length, names(open).join("\n")).toBeLessThanOrEqual(0.02);
  });

  it("no everyday command is refused", () => {
    expect(names(of("everyday").filter(isRefused))).toEqual([]);
  });

  it("a command that only reads is no write to the read gate either", () => {
    const groups = /^(?:read-bank|git-read|echo-text|format-check|py-node-read)$/;
    const reading = of("everyday").filter(
      ({ group, changesOthers }) => groups.test(group) && !changesOthers,
    );
    expect(reading.length).toBeGreaterThan(100);
    expect(names(reading.filter(isGated))).toEqual([]);
  });
});
