import type { Command } from "./facts.ts";
import { toTaskCommands } from "./tasks.ts";
import { tableAt, valueAt } from "../formats/values.ts";
import type { ProjectView } from "./view.ts";

export const MAKEFILE = /^(?:GNUmakefile|[Mm]akefile)$/;
export const JUSTFILE = /^\.?[Jj]ustfile$/;
export const TASKFILE = /^[Tt]askfile(?:\.dist)?\.ya?ml$/;

/** `test unit: deps ## words`, but no assignment, no pattern, no file and no variable. */
const TARGETS = /^([A-Za-z][\w-]*(?:[ \t]+[A-Za-z][\w-]*)*)[ \t]*::?(?![:=])/;
const RECIPE = /^@?([A-Za-z][\w-]*)(?:[ \t]+[^:\n]*)?:(?!=)/;

/** Tasks of make, just and go-task. */
export function readRunners(view: ProjectView): Command[] {
  return [...readMake(view), ...readJust(view), ...readTaskfile(view)];
}

function readMake(view: ProjectView): Command[] {
  const [name] = view.readNames(MAKEFILE);
  if (name === undefined) return [];
  const text = view.text(name) ?? "";
  const targets = logicalLines(text).flatMap((line) => TARGETS.exec(line)?.[1]?.split(/\s+/) ?? []);
  const commands = toTaskCommands(
    targets.filter((target) => !/^(?:all|default|help|define|endif|else|export)$/.test(target)),
    (target) => `make ${target}`,
    view.source(name),
  );
  const isBuild = targets.some((target) => target === "all" || target === "default");
  const hasBuild = commands.some(({ purpose }) => purpose === "build");
  return isBuild && !hasBuild
    ? [{ purpose: "build", command: "make", source: view.source(name) }, ...commands]
    : commands;
}

/** Lines of `define` … `endef` are no rules; a backslash joins two lines. */
function logicalLines(text: string): string[] {
  return text
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/^define\b[^]*?^endef\b.*$/gm, "")
    .split("\n");
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
