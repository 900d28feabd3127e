import { join } from "node:path";
import type { ConfigChange, Copy, InstallPlan, Scope, SetupPlan } from "../../hosts/host.ts";
import { stateHome, surroundings } from "../../io/disk/state-folder.ts";
import type { Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { ask } from "../confirm.ts";
import { printable } from "../format.ts";
import { print, printJson, tell } from "../print.ts";
import { say } from "../say.ts";
import { showChange, toChange } from "../show-change.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, type CommandFile, DRY_RUN, WHERE, YES } from "../usage.ts";
import { type Moved, applySetup } from "./apply-setup.ts";
import type { HostOption } from "./choose-hosts.ts";

export interface SetupOptions extends HostOption {
  readonly global?: true;
  readonly project?: true;
  readonly git?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly dir: string;
}

/** What to say besides the plan. */
export interface SetupWords {
  readonly title: Text;
  readonly copies: Text;
  readonly nothing: Text;
  readonly done: Text;
}

export const SCOPES: Readonly<Record<Scope, Text>> = {
  global: { en: "all projects of this user", zh: "当前用户的所有项目" },
  project: { en: "this project", zh: "本项目" },
};

const COPIES: Readonly<Record<Copy["kind"], Text>> = {
  plugin: { en: "a copy of the plugin", zh: "插件的副本" },
  skill: { en: "a copy of the skill", zh: "技能的副本" },
  agent: { en: "an agent of the same name", zh: "同名的代理" },
};

const QUESTION: Text = { en: "Do this?", zh: "执行吗？" };
const CANNOT_ASK: Text = {
  en: "cannot ask here: add --yes to do it, or --dry-run to look only",
  zh: "这里无法询问：加 --yes 以执行，或加 --dry-run 只查看",
};

/** Beside the hosts, what git is told. */
export const GIT_TAKES: CommandFile["takes"] = {
  "--git": {
    en: "git's merge driver for the bank instead of a host's plugin; for this repository, or --global",
    zh: "git 的记忆库合并驱动，而不是宿主的插件；用于本仓库，或 --global",
  },
};

/** What install and uninstall take alike. */
export const SETUP_TAKES: CommandFile["takes"] = {
  "--dir <dir>": WHERE,
  "--yes": YES,
  "--dry-run": DRY_RUN,
  "--json": AS_JSON,
};

export function scopesOf(options: SetupOptions, otherwise: readonly Scope[]): readonly Scope[] {
  if (options.global && options.project) {
    throw new Stop(2, {
      en: "--project and --global exclude each other: choose one",
      zh: "--project 和 --global 互斥：请选一个",
    });
  }
  if (options.global) return ["global"];
  return options.project ? ["project"] : otherwise;
}

/** Shows the plan, asks, and does exactly that. */
export async function runPlan(
  plan: SetupPlan & Pick<InstallPlan, "findLeft">,
  words: SetupWords,
  options: SetupOptions,
  extra: object,
): Promise<void> {
  const isEmpty = plan.changes.length === 0 && plan.copies.length === 0;
  if (!options.json) show(plan, words, options);
  if (isEmpty || options.dryRun) {
    if (options.json) printJson(toReport(plan, undefined, extra));
    else if (isEmpty) tell(words.nothing);
    return;
  }
  await ask(options, QUESTION, CANNOT_ASK);
  const moved = applySetup(plan, asideFolder());
  const left = await plan.findLeft?.();
  if (left !== undefined) process.exitCode = 1;
  if (options.json)
    return printJson(toReport(plan, moved, { ...extra, ...(left && { left: say(left) }) }));
  for (const { from, to } of moved)
    tell({ en: `${from} is now ${to}`, zh: `${from} 移到了 ${to}` });
  print(colors.green(say(words.done)));
  if (left !== undefined) print(colors.yellow(`! ${printable(say(left))}`));
}

/** What a file that install makes, or uninstall removes, may hold to be shown whole before anybody asked for it. */
const MOST_LINES = 10;

function show(
  { changes, copies, notes }: SetupPlan,
  words: SetupWords,
  { dryRun }: SetupOptions,
): void {
  print(`${colors.bold(say(words.title))}\n`);
  const [summed, whole] = [true, false].map((isLong) =>
    changes.filter((change) => (!dryRun && isLongFile(change)) === isLong),
  );
  for (const change of whole ?? []) {
    print(colors.bold(printable(change.file.path)));
    const { path, target } = change.file;
    if (path !== target) print(colors.dim(`  → ${printable(target)}`));
    print(`  ${say(change.what)}`);
    showChange(toDiff(change), dryRun ? Infinity : undefined);
    print();
  }
  for (const { file, what } of summed ?? []) print(`${printable(file.path)}  (${say(what)})`);
  if (summed?.length) print(colors.dim(`${say(SEE_ALL)}\n`));
  if (copies.length > 0) tell(words.copies);
  for (const { kind, path } of copies) print(`  ${printable(path)}  (${say(COPIES[kind])})`);
  if (copies.length > 0) print();
  for (const note of notes) print(colors.yellow(`! ${printable(say(note))}`));
  if (notes.length > 0) print();
}

const SEE_ALL: Text = {
  en: "--dry-run shows every line.",
  zh: "--dry-run 会显示每一行。",
};

/** Our own from the first line to the last. */
function isLongFile(change: ConfigChange): boolean {
  const { lines } = toDiff(change);
  const isOwn = change.file.bytes === undefined || change.after === undefined;
  return isOwn && (lines === undefined || lines.added + lines.removed > MOST_LINES);
}

/** One for each run: two of them must not mix what they moved. */
function asideFolder(): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "");
  const time = `${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
  return join(stateHome(surroundings()), "moved-aside", time);
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
        what: say(what),
        addedLines: lines?.added ?? null,
        removedLines: lines?.removed ?? null,
      };
    }),
    movedAside: copies.map(({ kind, path }, index) => ({
      kind,
      from: path,
      to: moved?.[index]?.to ?? null,
    })),
    notes: notes.map(say),
  };
}
