import type { Command } from "./facts.ts";

/** Names that projects give to the task of a purpose, the purpose first; in the order in which an agent needs them. */
const TASKS: readonly (readonly [purpose: string, ...others: readonly string[]])[] = [
  ["test", "tests", "unit-test", "test:unit", "spec"],
  ["lint", "linter", "lint-all"],
  ["types", "typecheck", "type-check", "check-types", "check:types", "types:check", "tsc", "mypy"],
  ["format", "fmt"],
  ["dev", "develop", "serve", "run-dev", "server"],
  ["start", "run"],
  ["build", "compile"],
  ["install", "setup", "bootstrap", "deps"],
];
export const PURPOSES = TASKS.map(([purpose]) => purpose);
/** Other tasks that a newcomer may need. */
const USEFUL =
  /^(?:check|test|lint|build|ci|coverage|e2e|docs?|bench(?:mark)?|generate|codegen|migrate|seed|watch|preview|deploy|storybook|verify|fix|up|down|tidy)\b/;
const SAFE = /^[A-Za-z0-9][\w.:-]{0,39}$/;
const MOST_OTHERS = 6;
const MOST_COMMANDS = 24;

/** Names that are not a package manager's own commands: such a task runs without `run`. */
export const SHORT = /^(?:test|lint|types?|type-?check|format|fmt|dev|start|build)(?![a-z])/;

/** Commands for tasks by name: those with a known purpose first, then the most useful others. */
export function toTaskCommands(
  tasks: readonly string[],
  program: string,
  source: string,
): Command[] {
  const safe = [...new Set(tasks)].filter((task) => SAFE.test(task));
  const known = TASKS.flatMap((names) => {
    const task = names.find((name) => safe.includes(name));
    return task === undefined ? [] : [{ purpose: names[0], task }];
  });
  const others = safe
    .filter((task) => known.every((each) => each.task !== task) && USEFUL.test(task))
    .slice(0, MOST_OTHERS)
    .map((task) => ({ purpose: task, task }));
  return [...known, ...others].map(({ purpose, task }) => ({
    purpose,
    command: `${program} ${needsRun(program, task) ? "run " : ""}${task}`,
    source,
  }));
}

/** `bun test` and `bun build` are Bun's own; npm has short forms for two scripts alone. */
function needsRun(program: string, task: string): boolean {
  if (program === "npm") return task !== "test" && task !== "start";
  if (program === "bun") return true;
  return /^(?:pnpm|yarn|composer)$/.test(program) && !SHORT.test(task);
}

/** Sorted by purpose; within a purpose in the given order. */
export function orderCommands(commands: readonly Command[]): Command[] {
  const seen = new Set<string>();
  const placeOf = ({ purpose }: Command) => {
    const place = PURPOSES.indexOf(purpose);
    return place < 0 ? PURPOSES.length : place;
  };
  return commands
    .filter(({ command }) => !seen.has(command) && seen.add(command))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .slice(0, MOST_COMMANDS);
}

/** A part's commands with a known purpose; none if the only one is the installation. */
export function inFolder(folder: string, commands: readonly Command[]): Command[] {
  const path = folder.replace(/\/$/, "");
  const known = commands.filter(({ purpose }) => PURPOSES.includes(purpose));
  if (!/^[\w./-]+$/.test(path) || known.every(({ purpose }) => purpose === "install")) return [];
  return known.map((each) => ({ ...each, command: `cd ${path} && ${each.command}` }));
}
