import { rmdirSync } from "node:fs";
import { join } from "node:path";
import type {
  ConfigChange,
  Host,
  InstallPlan,
  Scope,
  SetupPlan,
  StartPoint,
} from "../../hosts/host.ts";
import { KNOWN_HOSTS } from "../../hosts/known-hosts.ts";
import { loadHosts, programOf } from "../../hosts/registry.ts";
import { ensureWritable, writeConfig } from "../../io/disk/config-file.ts";
import { moveAside } from "../../io/disk/move-aside.ts";
import { attempt } from "../../io/disk/read.ts";
import { stateHome } from "../../io/disk/state-folder.ts";
import type { Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { ask } from "../confirm.ts";
import { printable } from "../format.ts";
import { print, tell } from "../print.ts";
import { say } from "../say.ts";
import { compareContents, showChange } from "../show-change.ts";
import { type Answer, AS_JSON, ASKING, type CommandFile, type Options, WHERE } from "../usage.ts";

/** The texts that are shown besides the plan. */
interface SetupWords {
  readonly title: Text;
  readonly nothing: Text;
  readonly done: Text;
}

export const SCOPES: Readonly<Record<Scope, Text>> = {
  global: { en: "all projects of this user", zh: "当前用户的所有项目" },
  project: { en: "this project", zh: "本项目" },
};

export const HOST_TAKES: CommandFile["takes"] = {
  "--host <host>": {
    en: "this one, and not each that is here",
    zh: "只针对它，而不是这里的每一个",
    choices: KNOWN_HOSTS.map(({ id }) => id),
  },
};

/** The options that install and uninstall share. */
export const SETUP_TAKES: CommandFile["takes"] = {
  ...HOST_TAKES,
  "--git": { en: "git's merge driver for the bank instead", zh: "改为 git 的记忆库合并驱动" },
  "--dir <dir>": WHERE,
  ...ASKING,
  "--json": AS_JSON,
};

/** The host that the user named, else all that are installed or set up here, else the first known one. */
export async function chooseHosts(
  start: StartPoint,
  asked: string | undefined,
): Promise<readonly Host[]> {
  const hosts = await loadHosts();
  if (asked !== undefined) return hosts.filter(({ id }) => id === asked);
  const here = hosts.filter(
    (host) => programOf(host, start.machine) !== undefined || host.isSetUp(start),
  );
  return here.length > 0 ? here : hosts.slice(0, 1);
}

/** The scope that the user named. `--global` and `--project` exclude each other. */
export function scopeOf({ global, project }: Options): Scope | undefined {
  return global ? "global" : project ? "project" : undefined;
}

/** Shows the plans as one plan, asks, and applies exactly that plan. */
export async function runSetup(
  plans: readonly (SetupPlan & Pick<InstallPlan, "left">)[],
  words: SetupWords,
  options: Options,
  extra: object,
): Promise<Answer> {
  const plan = {
    changes: plans.flatMap(({ changes }) => changes),
    copies: plans.flatMap(({ copies }) => copies),
    notes: plans.flatMap(({ notes }) => notes),
    folders: plans.flatMap(({ folders = [] }) => folders),
  };
  const isEmpty = plan.changes.length === 0 && plan.copies.length === 0;
  const isDone = !isEmpty && !options.dryRun;
  if (!options.json) showPlan(plan, words.title);
  if (isDone) await ask(options, { en: "Do this?", zh: "执行吗？" });
  // One folder for each run, so that the files that two runs moved are not mixed.
  const time = new Date().toISOString().replaceAll(/\.\d+Z|[-:]/g, "");
  const aside = join(stateHome(), "moved-aside", time);
  const moved = isDone ? applySetup(plan, aside) : [];
  const left = isDone ? plans.flatMap((each) => each.left ?? []) : [];
  return {
    data: {
      ...extra,
      ...(left.length > 0 && { left: left.map(say).join("\n") }),
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
      for (const text of left) print(colors.yellow(`! ${printable(say(text))}`));
    },
    isFinding: left.length > 0,
  };
}

/**
 * Applies exactly the plan. A file that cannot be written stops it before anything is changed; if a later step fails,
 * the next run does what is left. Returns where each copy is now.
 */
export function applySetup({ changes, copies, folders = [] }: SetupPlan, aside: string): string[] {
  for (const { file } of changes) ensureWritable(file);
  // Move copies first: a change may write a file at the old place of a copy.
  const moved = copies.map(({ path }) => moveAside(path, aside));
  for (const { file, after } of changes) writeConfig(file, after);
  for (const folder of folders) attempt(() => rmdirSync(folder), undefined);
  return moved;
}

function showPlan({ changes, copies, notes }: SetupPlan, title: Text): void {
  print(`${colors.bold(say(title))}\n`);
  for (const change of changes) {
    print(colors.bold(printable(change.file.path)));
    print(`  ${say(change.what)}`);
    showChange(change.file.bytes, bytesAfter(change));
    print();
  }
  if (copies.length > 0)
    tell({ en: "Moved aside (nothing is deleted):", zh: "以下内容移到一旁（不会删除任何东西）：" });
  for (const { path } of copies) print(`  ${printable(path)}`);
  for (const note of notes) print(colors.yellow(`! ${printable(say(note))}`));
}

function bytesAfter({ after }: ConfigChange): Uint8Array | undefined {
  return after === undefined ? undefined : Buffer.from(after);
}

function toRecord(change: ConfigChange) {
  const { file, after = null, what } = change;
  const lines = compareContents(file.bytes, bytesAfter(change));
  return {
    path: file.path,
    target: file.target,
    action: after === null ? "remove" : file.bytes === undefined ? "create" : "edit",
    what: say(what),
    addedLines: lines?.added ?? null,
    removedLines: lines?.removed ?? null,
    after,
  };
}
