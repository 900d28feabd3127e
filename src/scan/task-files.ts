import { tableAt } from "../formats/values.ts";
import type { TaskFile } from "./facts.ts";
import { MAKEFILE, findTargets } from "./make.ts";
import { BUILT_IN } from "./ecosystems/node-scripts.ts";
import { purposeOf } from "./tasks.ts";
import type { ProjectView } from "./view.ts";

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
/** Commands that run a task by its name, as we write them. */
const RUNS: readonly (readonly [command: RegExp, files: readonly string[]])[] = [
  [/^npm (test|start)$|^(?:npm|pnpm|yarn|bun) run (\S+)$/, ["package.json"]],
  [/^(?:pnpm|yarn) (\S+)$/, ["package.json"]],
  [/^make (\S+)$/, ["GNUmakefile", "makefile", "Makefile"]],
  [/^composer (?:run )?(\S+)$/, ["composer.json"]],
  [/^deno task (\S+)$/, ["deno.json", "deno.jsonc"]],
];

export interface RunTask {
  readonly task: string;
  /** One of these has it. */
  readonly files: readonly string[];
}

/** The task that a row of commands runs, where the row is one that a scan would write. */
export function toRunTask(purpose: string, command: string): RunTask | undefined {
  const [, folder, inside] = IN_FOLDER.exec(command) ?? [];
  const line = inside ?? command;
  for (const [pattern, files] of RUNS) {
    const task = pattern
      .exec(line)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (task === undefined) continue;
    const isOwn = /^(?:pnpm|yarn) \S+$/.test(line) && BUILT_IN[line.split(" ")[0] ?? ""]?.has(task);
    const isOurs = purpose === task || purpose === purposeOf(task);
    if (isOwn === true || task === "install" || !isOurs) return undefined;
    return {
      task,
      files: files.map((file) => (folder === undefined ? file : `${folder}/${file}`)),
    };
  }
  return undefined;
}
