import { tableAt } from "../formats/data.ts";
import { SHORT, toTaskCommands } from "./commands.ts";
import type { Command, TaskFile } from "./facts.ts";
import type { ProjectView } from "./view.ts";

export const MAKEFILE = /^(?:GNUmakefile|[Mm]akefile)$/;
/** `test unit: deps ## words`, but no assignment. */
const RULE = /^([^\s#:=][^#:=\n]{0,500}?)[ \t]*::?(?![:=])/;
/** No call of a function, and no words of a message. */
const TARGET = /^[\w./@+-]+$/;
/** Names that say nothing, or that make keeps for itself. */
const NO_TASK = /^(?:all|default|help|define|endif|else|export)$/;
/** What makes targets that no name tells: other files, rules by pattern, computed names. */
const COMPUTED =
  /^[ \t]*-?s?include\b|^[^\t#=\n]{0,500}[%$][^=\n]{0,500}:(?!=)|\$[({](?:eval|call)\b/m;

/** Tasks of make. What `make` alone does, no name tells. */
export function readMake(view: ProjectView): Command[] {
  const [name] = view.readNames(MAKEFILE);
  if (name === undefined) return [];
  const tasks = targetsIn(view.text(name) ?? "").filter((target) => !NO_TASK.test(target));
  return toTaskCommands(tasks, "make", view.folder + name);
}

/** All targets of a Makefile; undefined where that cannot be told. */
export function findTargets(text: string): string[] | undefined {
  return COMPUTED.test(text) ? undefined : targetsIn(text);
}

/** Lines of `define` … `endef` are no rules; a backslash joins two lines. */
function targetsIn(text: string): string[] {
  const lines = text
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/^define\b[^]*?^endef\b.*$/gm, "")
    .split("\n");
  return lines.flatMap((line) => {
    const targets = RULE.exec(line)?.[1]?.split(/\s+/);
    return targets?.every((name) => TARGET.test(name)) === true ? targets : [];
  });
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
  if (MAKEFILE.test(name)) return findTargets(view.text(path) ?? "");
  const key = /^(?:package|composer)\.json$/.test(name) ? "scripts" : "tasks";
  if (key === "tasks" && !/^deno\.jsonc?$/.test(name)) return undefined;
  const manifest = view.data(path);
  return manifest === undefined ? undefined : Object.keys(tableAt(manifest, key));
}

/** Programs that run tasks, and the files that have them. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  bun: ["package.json"],
  make: ["GNUmakefile", "makefile", "Makefile"],
  composer: ["composer.json"],
  deno: ["deno.json", "deno.jsonc"],
};
const RUN = /^(?:cd ([\w./-]+) && )?(\w+) (run |task )?([\w:.-]+)$/;

export interface RunTask {
  readonly task: string;
  /** One of these has it. */
  readonly files: readonly string[];
}

/** The task that a command line runs, where it runs one and nothing else. */
export function toRunTask(command: string): RunTask | undefined {
  const [, folder, program = "", run, task = ""] = RUN.exec(command) ?? [];
  const files = RUNNERS[program];
  // Without `run` it may be a command of the program's own.
  const isTask = run !== undefined || program === "make" || (program !== "bun" && SHORT.test(task));
  if (files === undefined || !isTask) return undefined;
  return { task, files: files.map((file) => (folder === undefined ? file : `${folder}/${file}`)) };
}
