import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { Scope } from "../../io/host-configs.ts";
import { hostPlaces } from "../../io/host-places.ts";
import { orchestratorPlaces } from "../../io/orchestrator-places.ts";
import { stateHome, surroundings } from "../../io/disk/state-folder.ts";
import { colors } from "../colors.ts";
import { canAsk, confirm } from "../confirm.ts";
import { printable } from "../format.ts";
import { locate } from "../open.ts";
import { say } from "../say.ts";
import { showChange, toChange } from "../show-change.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, DRY_RUN, WHERE, YES } from "../usage.ts";
import { type Moved, applySetup } from "./apply-setup.ts";
import type { ConfigChange, SetupPlaces, SetupPlan } from "./plan.ts";
import { texts } from "./texts.ts";

export interface SetupOptions {
  readonly global?: true;
  readonly project?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly dir: string;
}

/** What to say besides the plan. */
export interface SetupWords {
  readonly title: string;
  readonly copies: string;
  readonly nothing: string;
  readonly done: string;
}

/** What install and uninstall take alike. */
export function withSetupOptions(command: Command): Command {
  return command
    .option("--dir <dir>", say(WHERE), ".")
    .option("--yes", say(YES))
    .option("--dry-run", say(DRY_RUN))
    .option("--json", say(AS_JSON));
}

export function scopesOf(options: SetupOptions, otherwise: readonly Scope[]): readonly Scope[] {
  if (options.global && options.project) throw new Stop(2, texts().bothScopes);
  if (options.global) return ["global"];
  return options.project ? ["project"] : otherwise;
}

export function openPlaces(dir: string): SetupPlaces {
  const folder = resolve(dir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Stop(2, texts().notAFolder(dir));
  const directory = realpathSync(folder);
  const { worktree } = locate(directory);
  const machine = surroundings();
  return {
    host: hostPlaces(machine, directory, worktree),
    orchestrator: orchestratorPlaces(machine, directory, worktree),
  };
}

/** Shows the plan, asks, and does exactly that. */
export async function runPlan(
  plan: SetupPlan,
  words: SetupWords,
  options: SetupOptions,
  extra: object,
): Promise<void> {
  const isEmpty = plan.changes.length === 0 && plan.copies.length === 0;
  if (!options.json) show(plan, words);
  if (isEmpty || options.dryRun) {
    if (options.json) print(toReport(plan, undefined, extra));
    else if (isEmpty) console.log(words.nothing);
    return;
  }
  await ask(options);
  const moved = applySetup(plan, asideFolder());
  if (options.json) return print(toReport(plan, moved, extra));
  for (const { from, to } of moved) console.log(texts().movedTo(from, to));
  console.log(colors.green(words.done));
}

function show({ changes, copies, notes }: SetupPlan, words: SetupWords): void {
  console.log(`${colors.bold(words.title)}\n`);
  for (const change of changes) {
    console.log(colors.bold(printable(change.file.path)));
    const { path, target } = change.file;
    if (path !== target) console.log(colors.dim(`  → ${printable(target)}`));
    console.log(`  ${change.what}`);
    showChange(toDiff(change));
    console.log();
  }
  if (copies.length > 0) console.log(words.copies);
  for (const { kind, path } of copies) console.log(`  ${printable(path)}  (${texts().copy[kind]})`);
  if (copies.length > 0) console.log();
  for (const note of notes) console.log(colors.yellow(`! ${printable(note)}`));
  if (notes.length > 0) console.log();
}

/** One for each run: two of them must not mix what they moved. */
function asideFolder(): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "");
  const time = `${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
  return join(stateHome(surroundings()), "moved-aside", time);
}

async function ask(options: SetupOptions): Promise<void> {
  if (options.yes) return;
  if (options.json || !canAsk()) throw new Stop(2, texts().cannotAsk);
  if (!(await confirm(texts().question))) throw new Stop(1, texts().declined);
}

function toDiff({ file, after }: ConfigChange) {
  return toChange(file.bytes, after === undefined ? undefined : Buffer.from(after));
}

function toReport(
  { changes, copies, notes }: SetupPlan,
  moved: readonly Moved[] | undefined,
  extra: object,
) {
  return {
    ...extra,
    applied: moved !== undefined,
    files: changes.map((change) => {
      const { file, after, what } = change;
      const { lines } = toDiff(change);
      const action = after === undefined ? "remove" : file.bytes === undefined ? "create" : "edit";
      return {
        path: file.path,
        target: file.target,
        action,
        what,
        addedLines: lines?.added ?? null,
        removedLines: lines?.removed ?? null,
      };
    }),
    movedAside: copies.map(({ kind, path }, index) => ({
      kind,
      from: path,
      to: moved?.[index]?.to ?? null,
    })),
    notes,
  };
}

function print(report: object): void {
  console.log(JSON.stringify(report, null, 2));
}
