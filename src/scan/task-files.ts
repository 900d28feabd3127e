import { tableAt, valueAt } from "../formats/values.ts";
import { toTaskCommands } from "./commands.ts";
import { BUILT_IN } from "./ecosystems/node-scripts.ts";
import type { Command, TaskFile } from "./facts.ts";
import { MAKEFILE, findTargets, readMake } from "./make.ts";
import type { ProjectView } from "./view.ts";

export const JUSTFILE = /^\.?[Jj]ustfile$/;
export const TASKFILE = /^[Tt]askfile(?:\.dist)?\.ya?ml$/;
const RECIPE = /^@?([A-Za-z][\w-]*)(?:[ \t]+[^:\n]*)?:(?!=)/;

/** Tasks of make, just and go-task. */
export function readRunners(view: ProjectView): Command[] {
  return [...readMake(view), ...readJust(view), ...readTaskfile(view)];
}

function readJust(view: ProjectView): Command[] {
  const [name] = view.readNames(JUSTFILE);
  if (name === undefined) return [];
  const lines = (view.text(name) ?? "").split("\n");
  const recipes = lines.flatMap((line, index) => {
    const recipe = RECIPE.exec(line)?.[1];
    const isPrivate = /^\[.*\bprivate\b.*\]/.test(lines[index - 1] ?? "");
    return recipe === undefined || isPrivate || recipe === "default" ? [] : [recipe];
  });
  return toTaskCommands(recipes, (recipe) => `just ${recipe}`, view.source(name));
}

function readTaskfile(view: ProjectView): Command[] {
  const [name] = view.readNames(TASKFILE);
  if (name === undefined) return [];
  const tasks = Object.entries(tableAt(view.yaml(name), "tasks"))
    .filter(([task, body]) => task !== "default" && valueAt(body, "internal") !== true)
    .map(([task]) => task);
  return toTaskCommands(tasks, (task) => `task ${task}`, view.source(name));
}

/** Files of which all tasks are known, for a command that is in a doc and may be gone. */
export function readTaskFiles(view: ProjectView, whole: readonly string[]): TaskFile[] {
  return whole.flatMap((path) => {
    const tasks = tasksOf(view, path);
    return tasks === undefined ? [] : [{ path, tasks }];
  });
}

function tasksOf(view: ProjectView, path: string): string[] | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "package.json" || name === "composer.json") {
    const manifest = view.json(path);
    return manifest === undefined ? undefined : Object.keys(tableAt(manifest, "scripts"));
  }
  if (/^deno\.jsonc?$/.test(name)) return Object.keys(tableAt(view.json(path) ?? {}, "tasks"));
  return MAKEFILE.test(name) ? findTargets(view.text(path) ?? "") : undefined;
}

const IN_FOLDER = /^cd ([\w./-]+) && (.+)$/;
/** Commands that run a task by its name. */
const RUNS: readonly (readonly [command: RegExp, files: readonly string[]])[] = [
  [/^npm (test|start)$|^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)$/, ["package.json"]],
  [/^(?:pnpm|yarn) ([\w:.-]+)$/, ["package.json"]],
  [/^make ([\w-]+)$/, ["GNUmakefile", "makefile", "Makefile"]],
  [/^composer run ([\w:-]+)$/, ["composer.json"]],
  [/^deno task ([\w:-]+)$/, ["deno.json", "deno.jsonc"]],
];

export interface RunTask {
  readonly task: string;
  /** One of these has it. */
  readonly files: readonly string[];
}

/** The task that a command line runs, where it runs one and nothing else. */
export function toRunTask(command: string): RunTask | undefined {
  const [, folder, inside] = IN_FOLDER.exec(command) ?? [];
  const line = inside ?? command;
  for (const [pattern, files] of RUNS) {
    const task = pattern
      .exec(line)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (task === undefined) continue;
    const [manager = ""] = line.split(" ");
    if (!line.includes(" run ") && BUILT_IN[manager]?.has(task) === true) return undefined;
    return {
      task,
      files: files.map((file) => (folder === undefined ? file : `${folder}/${file}`)),
    };
  }
  return undefined;
}
