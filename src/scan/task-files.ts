import { isTable, valueAt } from "../formats/data.ts";
import { SHORT, toTaskCommands } from "./commands.ts";
import type { Command, TaskFile } from "./facts.ts";
import { ECOSYSTEMS } from "./ecosystems/table.ts";
import type { ProjectView } from "./view.ts";

export const MAKEFILE = /^(?:GNUmakefile|[Mm]akefile)$/;
/** A rule of make such as `test unit: deps ## words`; an assignment does not match. */
const RULE = /^([^\s#:=][^#:=\n]{0,500}?)[ \t]*::?(?![:=])/gm;
/** A target's name; a function call or a message does not match. */
const TARGET = /(?<!\S)[\w./@+-]+(?!\S)/g;
/** What makes targets that are not named: other files, pattern rules, computed names. */
const COMPUTED =
  /^[ \t]*-?s?include\b|^[^\t#=\n]{0,500}[%$][^=\n]{0,500}:(?!=)|\$[({](?:eval|call)\b/m;

/** Tasks of make. The default task is left out, because no name says what it does. */
export function readMake(view: ProjectView): Command[] {
  const [name] = view.readNames(MAKEFILE);
  if (name === undefined) return [];
  return toTaskCommands(targetsIn(view.text(name) ?? ""), "make", view.folder + name);
}

/** The targets in a makefile. A backslash joins two lines. */
function targetsIn(text: string): string[] {
  const rules = text.replaceAll(/\\\n/g, " ").matchAll(RULE);
  return [...rules].flatMap(([, targets = ""]) => targets.match(TARGET) ?? []);
}

/** Files all of whose tasks are known: they show if a command in a doc is gone. */
export function readTaskFiles(view: ProjectView, whole: readonly string[]): TaskFile[] {
  return whole.flatMap((path) => {
    const tasks = tasksOf(view, path);
    return tasks === undefined ? [] : [{ path, tasks }];
  });
}

function tasksOf(view: ProjectView, path: string): string[] | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const text = view.text(path) ?? "";
  if (MAKEFILE.test(name)) return COMPUTED.test(text) ? undefined : targetsIn(text);
  const key = ECOSYSTEMS.find(({ tasks }) => tasks?.[0].test(name))?.tasks?.[1];
  const manifest = view.data(path);
  if (typeof key !== "string" || manifest === undefined) return undefined;
  const tasks = valueAt(manifest, key);
  return isTable(tasks) ? Object.keys(tasks) : [];
}

/** Programs that run tasks, and the files that define the tasks. */
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

/** The task that a command line runs, if it does nothing else, and the files of which one must define it. */
export function toRunTask(command: string) {
  const [, folder, program = "", run, task = ""] = RUN.exec(command) ?? [];
  const files = RUNNERS[program];
  // Without `run` the word may be a command of the program itself.
  const isTask = run !== undefined || program === "make" || (program !== "bun" && SHORT.test(task));
  if (files === undefined || !isTask) return undefined;
  return { task, files: files.map((file) => (folder === undefined ? file : `${folder}/${file}`)) };
}
