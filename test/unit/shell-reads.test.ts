/** What the shell shows of docs: each command of the corpus was run once, by generate.mjs. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createPaths } from "../../src/io/disk/paths.ts";
import { NO_RESULT } from "../../src/policy/call.ts";
import { toResultEvents } from "../../src/policy/result-events.ts";
import { NEW_SESSION, advance, hasReadWhole } from "../../src/policy/session.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import type { SessionEvent } from "../../src/types.ts";
import { DOCS, linesOf, makeProject } from "../fixtures/shell-reads/project.mjs";

interface Truth {
  readonly group: "common" | "rare" | "uncounted" | "part" | "trap";
  readonly command: string;
  readonly exit: number;
  /** The lines of docs that its output has, without blank ones. */
  readonly shown: Readonly<Record<string, "whole" | readonly number[]>>;
  readonly output: string;
}

const CORPUS = JSON.parse(
  readFileSync(new URL("../fixtures/shell-reads/truth.json", import.meta.url), "utf8"),
) as Truth[];
/** What hosts make of an output: as it is, or without blank lines at its ends. */
const FORMS = [
  (output: string) => output,
  (output: string) => output.replace(/^(?:\s*\n)+/, "").trimEnd(),
];
const ofGroup = (group: Truth["group"]) => CORPUS.filter((truth) => truth.group === group);

const root = realpathSync(mkdtempSync(join(tmpdir(), "shell-reads-")));
makeProject(root);
const bank = join(root, "memory-bank");
const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a command that came back like this adds to its session. */
function eventsOf({ command, output, exit }: Truth, form = (text: string) => text): SessionEvent[] {
  const call = toShellCall(command, { folder: root, root, paths });
  const text = form(output).replaceAll("{{ROOT}}", root);
  return toResultEvents(call, { ...NO_RESULT, text, exit }, { at: 1, call: "c" });
}

/** Docs that the events say were shown from their first to their last line. */
function wholes(events: readonly SessionEvent[]): string[] {
  const session = events.reduce(advance, NEW_SESSION);
  return Object.keys(DOCS).filter((doc) => hasReadWhole(session, doc));
}

/** The lines that the events say were shown of a doc with so many lines. */
function claimed(events: readonly SessionEvent[], doc: string, count: number): number[] {
  return events.flatMap((event) => {
    if (event.kind !== "doc-read" || event.doc !== doc) return [];
    const { from, to } = event.lines === "whole" ? { from: 1, to: count } : event.lines;
    const end = Math.min(to, count);
    return Array.from({ length: Math.max(0, end - from + 1) }, (_, index) => from + index);
  });
}

it.each(CORPUS)("$command: no more counts than was in the output", (truth) => {
  for (const form of FORMS) {
    const events = eventsOf(truth, form);
    for (const [doc, text] of Object.entries(DOCS)) {
      const shown = truth.shown[doc] ?? [];
      if (shown === "whole") continue;
      const lines = linesOf(text);
      const told = claimed(events, doc, lines.length).filter(
        (number) => !/^(?:---)?$/.test(lines[number - 1] ?? ""),
      );
      expect(shown, doc).toEqual(expect.arrayContaining(told));
    }
  }
});

it("nothing counts if the command failed", () => {
  for (const truth of CORPUS)
    expect(eventsOf({ ...truth, exit: 1 }).filter(({ kind }) => kind === "doc-read")).toEqual([]);
});

it("whole is what every-day commands show whole", () => {
  expect(ofGroup("common").length).toBeGreaterThan(80);
  for (const form of FORMS) {
    const missed = [...ofGroup("common"), ...ofGroup("rare")].filter((truth) => {
      const seen = wholes(eventsOf(truth, form));
      const all = Object.keys(truth.shown).filter((doc) => truth.shown[doc] === "whole");
      return !all.every((doc) => seen.includes(doc));
    });
    expect(missed.map(({ command }) => command)).toEqual([]);
  }
});

describe("lines that were shown one after the other", () => {
  const LONG = "memory-bank/details/long.md";
  const readAll = (commands: readonly string[]) =>
    wholes(
      commands.flatMap((command) => {
        const truth = CORPUS.find((each) => each.command === command);
        return truth === undefined ? expect.fail(`not in the corpus: ${command}`) : eventsOf(truth);
      }),
    );
  const [head, middle, tail] = ["1,40p", "41,80p", "81,160p"].map((l) => `sed -n '${l}' ${LONG}`);

  it("add up, and do not where one is missing", () => {
    const all = [head, middle, tail].map(String);
    expect(readAll(all)).toEqual(["details/long.md"]);
    const numbered = [`nl -ba ${LONG} | sed -n '66,200p'`, `nl -ba ${LONG} | sed -n '1,65p'`];
    expect(readAll(numbered)).toEqual(["details/long.md"]);
    expect(readAll(all.slice(1))).toEqual([]);
    // Whether there is a line 131 nobody has seen.
    expect(readAll([...all.slice(0, 2), `sed -n '81,130p' ${LONG}`])).toEqual([]);
  });
});
