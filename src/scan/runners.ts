import type { Command } from "./facts.ts";
import { readMake } from "./make.ts";
import { toTaskCommands } from "./tasks.ts";
import { tableAt, valueAt } from "../formats/values.ts";
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
