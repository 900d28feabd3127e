import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEW_SESSION, advance, hasReadWhole } from "../../src/policy/session.ts";
import type { SessionEvent } from "../../src/types.ts";
import { DOCS, linesOf } from "../fixtures/shell-reads/project.mjs";
import {
  FORMS,
  READ_TRUTH,
  type ReadProject,
  type ReadTruth,
  claimedLines,
  openReadProject,
} from "../helpers/shell-reads.ts";

let project: ReadProject;
beforeAll(() => {
  project = openReadProject();
});
afterAll(() => project.remove());

const [AS_IT_IS = (output: string) => output] = FORMS;

const eventsOf = ({ command, output, exit }: ReadTruth, form = AS_IT_IS) =>
  project.eventsOf(command, form(output), exit);

/** Docs that the events say were shown from their first to their last line. */
function wholes(events: readonly SessionEvent[]): string[] {
  const session = events.reduce(advance, NEW_SESSION);
  return Object.keys(DOCS).filter((doc) => hasReadWhole(session, doc));
}

/** Commands that show a doc whole, and do not count as that. */
function missed(group: ReadTruth["group"], form = AS_IT_IS): string[] {
  return commandsOf(group).flatMap((truth) => {
    const seen = wholes(eventsOf(truth, form));
    const all = Object.keys(truth.shown).filter((doc) => truth.shown[doc] === "whole");
    return all.every((doc) => seen.includes(doc)) ? [] : [truth.command];
  });
}

const commandsOf = (group: ReadTruth["group"]) =>
  READ_TRUTH.filter((truth) => truth.group === group);

describe("what the shell shows of docs", () => {
  it.each(READ_TRUTH)("$command: no more than what was in the output", (truth) => {
    for (const form of FORMS) {
      const events = eventsOf(truth, form);
      for (const [doc, text] of Object.entries(DOCS)) {
        const shown = truth.shown[doc] ?? [];
        if (shown === "whole") continue;
        const lines = linesOf(text);
        const told = [...claimedLines(events, doc, lines.length)].filter(
          (number) => !/^(?:---)?$/.test(lines[number - 1] ?? ""),
        );
        expect(shown, doc).toEqual(expect.arrayContaining(told));
      }
    }
  });

  it("nothing of it counts if the command failed", () => {
    for (const { command, output } of READ_TRUTH) {
      const events = project.eventsOf(command, output, 1);
      expect(events.filter(({ kind }) => kind === "doc-read")).toEqual([]);
    }
  });

  it("whole is what every-day commands show whole", () => {
    expect(commandsOf("common").length).toBeGreaterThan(80);
    expect(missed("common")).toEqual([]);
    expect(missed("rare")).toEqual([]);
  });

  it("as well where the host takes blank lines off both ends", () => {
    for (const form of FORMS) expect(missed("common", form)).toEqual([]);
  });

  it("knows which other ways do not count", () => {
    expect(missed("uncounted")).toEqual(commandsOf("uncounted").map(({ command }) => command));
  });
});

const LONG = "memory-bank/details/long.md";

describe("lines that were shown one after the other", () => {
  const readAll = (...commands: readonly string[]) =>
    wholes(
      commands.flatMap((command) => {
        const truth = READ_TRUTH.find((each) => each.command === command);
        if (truth === undefined) throw new Error(`not in the corpus: ${command}`);
        return eventsOf(truth);
      }),
    );

  it.each([
    [`sed -n '1,40p' ${LONG}`, `sed -n '41,80p' ${LONG}`, `sed -n '81,160p' ${LONG}`],
    [`nl -ba ${LONG} | sed -n '66,200p'`, `nl -ba ${LONG} | sed -n '1,65p'`],
    [`nl -ba ${LONG} | sed -n '1,65p'`, `sed -n '41,80p' ${LONG}`, `sed -n '81,160p' ${LONG}`],
    [
      `sed -n '1,60p' ${LONG} && echo '== more' && sed -n '1,10p' memory-bank/details/patterns.md`,
      `sed -n '41,80p' ${LONG}`,
      `sed -n '81,130p' ${LONG}`,
      `sed -n '131,200p' ${LONG}`,
    ],
  ])("add up: %s", (...commands) => {
    expect(readAll(...commands)).toEqual(["details/long.md"]);
  });

  it.each([
    [`sed -n '1,40p' ${LONG}`, `sed -n '81,160p' ${LONG}`],
    [`sed -n '41,80p' ${LONG}`, `sed -n '81,160p' ${LONG}`],
    // Whether there is a line 131 nobody has seen.
    [`sed -n '1,40p' ${LONG}`, `sed -n '41,80p' ${LONG}`, `sed -n '81,130p' ${LONG}`],
  ])("do not where one is missing: %s", (...commands) => {
    expect(readAll(...commands)).toEqual([]);
  });
});
