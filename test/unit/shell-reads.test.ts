import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEW_SESSION, advance, hasReadWhole } from "../../src/policy/session.ts";
import type { SessionEvent } from "../../src/types.ts";
import { DOCS, linesOf } from "../fixtures/shell-reads/project.mjs";
import {
  READ_TRUTH,
  type ReadProject,
  type ReadTruth,
  openReadProject,
} from "../helpers/shell-reads.ts";

let project: ReadProject;
beforeAll(() => {
  project = openReadProject();
});
afterAll(() => project.remove());

/** What hosts make of an output: as it is, or without blank lines at its ends. */
const FORMS: readonly ((output: string) => string)[] = [
  (output) => output,
  (output) => output.trimEnd(),
  (output) => output.replace(/^(?:\s*\n)+/, "").trimEnd(),
];

const linesIn = (doc: string) => linesOf(DOCS[doc] ?? "");

/** Lines of docs that the events say were shown, and that are not blank. */
function claimed(events: readonly SessionEvent[]): Map<string, Set<number>> {
  const docs = new Map<string, Set<number>>();
  for (const event of events) {
    if (event.kind !== "doc-read") continue;
    const { from, to } = event.lines === "whole" ? { from: 1, to: Infinity } : event.lines;
    const numbers = docs.get(event.doc) ?? new Set();
    for (const [index, line] of linesIn(event.doc).entries()) {
      const number = index + 1;
      if (!/^(?:---)?$/.test(line) && number >= from && number <= to) numbers.add(number);
    }
    docs.set(event.doc, numbers);
  }
  return docs;
}

/** Docs that the events say were shown from their first to their last line. */
function wholes(events: readonly SessionEvent[]): string[] {
  const session = events.reduce(advance, NEW_SESSION);
  return Object.keys(DOCS).filter((doc) => hasReadWhole(session, doc));
}

const eventsOf = ({ command, output, exit }: ReadTruth, form = FORMS[0]) =>
  project.eventsOf(command, form?.(output) ?? output, exit);

const isWhole = ({ shown }: ReadTruth, doc: string) => shown[doc] === "whole";

function missed(groups: readonly string[], form = FORMS[0]): string[] {
  return READ_TRUTH.filter(({ group }) => groups.includes(group)).flatMap((truth) => {
    const seen = wholes(eventsOf(truth, form));
    const all = Object.keys(truth.shown).filter((doc) => isWhole(truth, doc));
    return all.every((doc) => seen.includes(doc)) ? [] : [truth.command];
  });
}

describe("what the shell shows of docs", () => {
  it.each(READ_TRUTH)("$command: no more than what was in the output", (truth) => {
    for (const form of FORMS) {
      for (const [doc, numbers] of claimed(eventsOf(truth, form))) {
        const shown = truth.shown[doc];
        if (shown === "whole" || linesIn(doc).length === 0) continue;
        expect(shown ?? [], doc).toEqual(expect.arrayContaining([...numbers]));
      }
    }
  });

  it("nothing counts that was cut, or that failed", () => {
    for (const { command, output } of READ_TRUTH) {
      expect(
        project.eventsOf(command, output, 1).filter(({ kind }) => kind === "doc-read"),
      ).toEqual([]);
    }
  });

  it("whole is what every-day commands show whole", () => {
    expect(missed(["common"])).toEqual([]);
  });

  it("as well where the host takes blank lines off the output's ends", () => {
    expect(missed(["common"], FORMS[2])).toEqual([]);
  });

  it("ways that show a doc whole and do not count", () => {
    expect(missed(["rare"])).toEqual([]);
  });
});
