import { join } from "node:path";
import type { ConfigChange, Copy, InstallPlan, Scope, SetupPlan } from "../../hosts/host.ts";
import { stateHome, surroundings } from "../../io/disk/state-folder.ts";
import type { Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { ask } from "../confirm.ts";
import { printable } from "../format.ts";
import { print, tell } from "../print.ts";
import { say } from "../say.ts";
import { showChange, toChange } from "../show-change.ts";
import { AS_JSON, type Answer, type CommandFile, DRY_RUN, WHERE, YES } from "../usage.ts";
import { applySetup } from "./apply-setup.ts";
import { HOST_TAKES, type HostOption } from "./choose-hosts.ts";

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

/** What install and uninstall take alike. */
export const SETUP_TAKES: CommandFile["takes"] = {
  ...HOST_TAKES,
  "--git": {
    en: "git's merge driver for the bank instead of a host's plugin; for this repository, or --global",
    zh: "git 的记忆库合并驱动，而不是宿主的插件；用于本仓库，或 --global",
  },
  "--dir <dir>": WHERE,
  "--yes": YES,
  "--dry-run": DRY_RUN,
  "--json": AS_JSON,
};

/** The two exclude each other. */
export function scopesOf(
  { global, project }: SetupOptions,
  otherwise: readonly Scope[],
): readonly Scope[] {
  if (global) return ["global"];
  return project ? ["project"] : otherwise;
}

/** Shows the plan, asks, and does exactly that. */
export async function runSetup(
  plan: SetupPlan & Pick<InstallPlan, "findLeft">,
  words: SetupWords,
  options: SetupOptions,
  extra: object,
): Promise<Answer> {
  const isEmpty = plan.changes.length === 0 && plan.copies.length === 0;
  const isDone = !isEmpty && !options.dryRun;
  if (!options.json) showPlan(plan, words.title, options.dryRun === true);
  if (isDone) await ask(options, { en: "Do this?", zh: "执行吗？" });
  const moved = isDone ? applySetup(plan, asideFolder()) : [];
  const left = isDone ? await plan.findLeft?.() : undefined;
  return {
    data: {
      ...extra,
      ...(left && { left: say(left) }),
      applied: isDone,
      files: plan.changes.map(toRecord),
      movedAside: plan.copies.map(({ kind, path }, at) => {
        return { kind, from: path, to: moved[at] ?? null };
      }),
      notes: plan.notes.map(say),
    },
    show: () => {
      if (isEmpty) tell(words.nothing);
      if (!isDone) return;
      for (const [at, { path }] of plan.copies.entries())
        tell({ en: `${path} is now ${moved[at]}`, zh: `${path} 移到了 ${moved[at]}` });
      print(colors.green(say(words.done)));
      if (left !== undefined) print(colors.yellow(`! ${printable(say(left))}`));
    },
    isFinding: left !== undefined,
  };
}

/** What a file that install makes, or uninstall removes, may hold to be shown whole before anybody asked for it. */
const MOST_LINES = 10;

function showPlan({ changes, copies, notes }: SetupPlan, title: Text, isDry: boolean): void {
  print(`${colors.bold(say(title))}\n`);
  const isSummed = (change: ConfigChange) => !isDry && isLongFile(change);
  for (const change of changes.filter((each) => !isSummed(each))) {
    const { path, target } = change.file;
    print(colors.bold(printable(path)));
    if (path !== target) print(colors.dim(`  → ${printable(target)}`));
    print(`  ${say(change.what)}`);
    showChange(toDiff(change), isDry ? Infinity : undefined);
    print();
  }
  const summed = changes.filter(isSummed);
  for (const { file, what } of summed) print(`${printable(file.path)}  (${say(what)})`);
  const all = { en: "--dry-run shows every line.\n", zh: "--dry-run 会显示每一行。\n" };
  if (summed.length > 0) print(colors.dim(say(all)));
  if (copies.length > 0)
    tell({ en: "Moved aside (nothing is deleted):", zh: "以下内容移到一旁（不会删除任何东西）：" });
  for (const { kind, path } of copies) print(`  ${printable(path)}  (${say(COPIES[kind])})`);
  if (copies.length > 0) print();
  for (const note of notes) print(colors.yellow(`! ${printable(say(note))}`));
  if (notes.length > 0) print();
}

/** Our own from the first line to the last. */
function isLongFile(change: ConfigChange): boolean {
  const { lines } = toDiff(change);
  const isOwn = change.file.bytes === undefined || change.after === undefined;
  return isOwn && (lines === undefined || lines.added + lines.removed > MOST_LINES);
}

/** One for each run: two of them must not mix what they moved. */
function asideFolder(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return join(stateHome(surroundings()), "moved-aside", time);
}

function toDiff({ file, after }: ConfigChange) {
  return toChange(file.bytes, after === undefined ? undefined : Buffer.from(after));
}

function toRecord(change: ConfigChange) {
  const { file, after, what } = change;
  const { lines } = toDiff(change);
  return {
    path: file.path,
    target: file.target,
    action: after === undefined ? "remove" : file.bytes === undefined ? "create" : "edit",
    what: say(what),
    addedLines: lines?.added ?? null,
    removedLines: lines?.removed ?? null,
  };
}
