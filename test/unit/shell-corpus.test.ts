import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createPaths } from "../../src/io/paths.ts";
import { readEffects, toShellCall } from "../../src/io/shell-call.ts";
import { decide } from "../../src/policy/decide.ts";
import { createAssessRisk } from "../../src/policy/risk.ts";
import { NEW_SESSION } from "../../src/policy/session.ts";
import { aBank } from "../helpers/builders.ts";
import { fillIn, makeTemplate } from "../fixtures/shell-corpus/run-command.mjs";

interface Truth {
  readonly command: string;
  readonly group: string;
  readonly workdir?: string;
  /** Found by running the command: see generate.mjs. */
  readonly changesBank: boolean;
}

const TRUTH = JSON.parse(
  readFileSync(new URL("../fixtures/shell-corpus/truth.json", import.meta.url), "utf8"),
) as Truth[];

/** Git operations on the whole tree and the project's own programs pass; what they change is seen afterwards. */
const MUST_PASS = new Set(["git-tree", "programs"]);
/** Words that write into the bank and happen to change nothing this time: refused like the others. */
const WRITES_IN_VAIN = new Set(["without-effect"]);

const template = makeTemplate();
afterAll(() => template.remove());
const { root } = template;
process.env["TMPDIR"] = join(template.template, "tmp");
const paths = createPaths({
  directory: root,
  root,
  bank: join(root, "memory-bank"),
  isCaseInsensitive: false,
});
const assessRisk = createAssessRisk({ sensitive: [], safe: [], multiFile: 2 });

function place(entry: Truth) {
  return { folder: join(root, entry.workdir ?? "."), root, paths };
}

function isRefused(entry: Truth): boolean {
  const call = toShellCall(fillIn(entry.command, root), place(entry));
  return (
    decide(call, NEW_SESSION, aBank(), { guardMode: "off", assessRisk }).decision.kind === "refuse"
  );
}

/** The parse says itself that it cannot tell. */
function isClassified(entry: Truth): boolean {
  const effects = readEffects(fillIn(entry.command, root), place(entry));
  const { computed, inline, programs, writes } = effects;
  const untold = writes.filter(({ path }) => path.includes("\0"));
  return computed.length + inline.length + programs.length + untold.length > 0;
}

const names = (entries: readonly Truth[]) =>
  entries.map(({ group, command }) => `[${group}] ${command}`);
const changing = TRUTH.filter((entry) => entry.changesBank);
const harmless = TRUTH.filter((entry) => !entry.changesBank && !WRITES_IN_VAIN.has(entry.group));

describe(`the corpus: ${changing.length} commands that change the bank, ${harmless.length} that do not`, () => {
  const open = changing.filter((entry) => !isRefused(entry));

  it("is large enough", () => {
    expect(TRUTH.length).toBeGreaterThanOrEqual(300);
  });

  it("refuses at least 90 % of what changes the bank beforehand", () => {
    expect(1 - open.length / changing.length).toBeGreaterThanOrEqual(0.9);
  });

  it("classifies all others as computed, inline or a program", () => {
    expect(names(open.filter((entry) => !isClassified(entry)))).toEqual([]);
  });

  it("lets operations on the whole tree and the project's own programs pass", () => {
    // A command that names the bank's paths, or removes the whole tree, is neither.
    const refused = TRUTH.filter(
      ({ group, command }) => MUST_PASS.has(group) && !/memory-bank|git rm/.test(command),
    ).filter(isRefused);
    expect(names(refused)).toEqual([]);
  });

  it("refuses no harmless command", () => {
    expect(names(harmless.filter(isRefused))).toEqual([]);
  });
});
