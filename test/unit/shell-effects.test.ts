import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WatchedBank } from "../../src/runtime/bank-account.ts";
import { createEffectChecks } from "../../src/runtime/effect-checks.ts";
import { keepVersions } from "../../src/io/kept/kept-versions.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import { createWriteLedger } from "../../src/io/effects/write-ledger.ts";
import type { Effect } from "../../src/types.ts";
import { fillIn, makeTemplate, runCommand } from "../fixtures/shell-corpus/run-command.mjs";
import { IN_WORK, TRUTH, type Truth, openCorpus } from "../helpers/shell-corpus.ts";

/** What the project's own programs and git on the whole tree change stays, and is reported. */
const STAYS = new Set(["git-tree", "programs"]);
/** Harmless commands that are looked after; the others cost nothing, as the analysis shows. */
const HARMLESS_RUN = 60;

interface Outcome {
  readonly entry: Truth;
  readonly effect: Effect | undefined;
  readonly changed: readonly string[];
}

/** Runs a command as the plugin would have it run: looks at the bank before and after. */
async function runChecked(
  entry: Truth,
  template: ReturnType<typeof makeTemplate>,
): Promise<Outcome> {
  let effect: Effect | undefined;
  let checks: ReturnType<typeof createEffectChecks>;
  const { bank } = await runCommand(entry, template, {
    before(root, sandbox) {
      const bank = join(root, "memory-bank");
      const state = join(sandbox, "home", "state");
      mkdirSync(state);
      const watched: WatchedBank = {
        folder: bank,
        prefix: "",
        toDoc: (path) => path,
        stateFolder: () => state,
        ledger: createWriteLedger(() => state),
        keep: (docs, words) =>
          keepVersions(state, docs, { rule: "guard-memory-files", words }, Date.now()),
      };
      checks = createEffectChecks({ banks: () => [watched], now: Date.now });
      const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
      const folder = join(root, entry.workdir ?? ".");
      const { effectCheck } = toShellCall(fillIn(entry.command, root), { folder, root, paths });
      if (effectCheck !== undefined) checks.begin("call", "s", effectCheck);
    },
    async after() {
      effect = checks.finish("call", () => {})[0]?.effect;
    },
  });
  return { entry, effect, changed: bank.filter((path) => path.startsWith("memory-bank")) };
}

async function runAll(entries: readonly Truth[]): Promise<Outcome[]> {
  const template = makeTemplate();
  const outcomes: Outcome[] = [];
  try {
    const waiting = entries.values();
    const work = async () => {
      for (const entry of waiting) outcomes.push(await runChecked(entry, template));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    template.remove();
  }
  return outcomes;
}

const show = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ entry, effect, changed }) => ({
    command: `[${entry.group}] ${entry.command}`,
    effect,
    changed,
  }));

it("no command of the corpus that passes changes the bank for good, but programs and git, which are reported", async () => {
  const corpus = openCorpus();
  const settled = TRUTH.filter(({ group }) => !IN_WORK.has(group));
  const open = settled.filter((entry) => entry.changesBank && !corpus.isRefused(entry));
  corpus.remove();
  expect(open.length).toBeGreaterThan(50);
  const outcomes = await runAll(open);
  const stuck = outcomes.filter(
    ({ entry, changed }) => changed.length > 0 && !STAYS.has(entry.group),
  );
  expect(show(stuck)).toEqual([]);
  const silent = outcomes.filter(
    ({ effect, changed }) => changed.length > 0 && (effect?.changed.length ?? 0) === 0,
  );
  expect(show(silent)).toEqual([]);
  const unkept = outcomes.filter(
    ({ effect }) => effect !== undefined && effect.undone.length > 0 && effect.kept === undefined,
  );
  expect(show(unkept)).toEqual([]);
}, 120_000);

it("finds no effect of harmless commands that it has to look after", async () => {
  const corpus = openCorpus();
  const watched = TRUTH.filter((entry) => {
    return !entry.changesBank && !corpus.isRefused(entry) && corpus.isChecked(entry);
  });
  corpus.remove();
  const step = Math.ceil(watched.length / HARMLESS_RUN);
  const outcomes = await runAll(watched.filter((_, index) => index % step === 0));
  expect(show(outcomes.filter(({ effect }) => effect !== undefined))).toEqual([]);
}, 120_000);
