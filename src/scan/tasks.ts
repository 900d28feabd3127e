import type { Command } from "./facts.ts";

/** In the order in which a newcomer needs them. */
export const PURPOSES = [
  "install",
  "build",
  "dev",
  "start",
  "test",
  "lint",
  "format",
  "types",
] as const;

export type Purpose = (typeof PURPOSES)[number];

/** Names that projects give to the task of a purpose, the most telling first. */
const NAMES: Readonly<Record<Purpose, readonly string[]>> = {
  install: ["install", "setup", "bootstrap", "deps"],
  build: ["build", "compile"],
  dev: ["dev", "develop", "serve", "run-dev", "server"],
  start: ["start", "run"],
  test: ["test", "tests", "unit-test", "spec"],
  lint: ["lint", "linter", "lint-all"],
  format: ["format", "fmt"],
  types: [
    "types",
    "typecheck",
    "type-check",
    "check-types",
    "check:types",
    "tsc",
    "ts-check",
    "mypy",
  ],
};

/** What a task of this name is for. */
export function purposeOf(task: string): Purpose | undefined {
  return PURPOSES.find((purpose) => NAMES[purpose].includes(task));
}

const SAFE = /^[A-Za-z0-9][\w.:-]*$/;
const LONGEST_NAME = 40;
const MOST_OTHERS = 6;
const MOST_OF_A_KIND = 3;
/** Tasks that a newcomer may need as well. */
const USEFUL =
  /^(?:check|ci|coverage|e2e|docs?|bench(?:mark)?|generate|codegen|migrate|seed|watch|preview|deploy|release|storybook|db|clean|verify|fix|up|down|vet|tidy|run)\b/;

/** Tasks by name → commands: those with a known purpose first, then the most useful of the others. */
export function toTaskCommands(
  tasks: readonly string[],
  toCommand: (task: string) => string,
  source: string,
): Command[] {
  const safe = [...new Set(tasks)].filter((task) => task.length <= LONGEST_NAME && SAFE.test(task));
  const purposes = new Map<string, string>();
  for (const purpose of PURPOSES) {
    const task = NAMES[purpose].find((name) => safe.includes(name) && !purposes.has(name));
    if (task !== undefined) purposes.set(task, purpose);
  }
  const known = [...purposes].map(([task, purpose]) => ({
    purpose,
    command: toCommand(task),
    source,
  }));
  const others = safe
    .filter((task) => !purposes.has(task))
    .toSorted((one, other) => rankOther(one) - rankOther(other))
    .filter((task, index, all) => {
      const before = all.slice(0, index).filter((other) => stemOf(other) === stemOf(task));
      return before.length < MOST_OF_A_KIND;
    })
    .slice(0, MOST_OTHERS)
    .map((task) => ({ purpose: task, command: toCommand(task), source }));
  return [...known, ...others];
}

/** Variants of known purposes, `test:e2e`, before useful ones before the rest. */
function rankOther(task: string): number {
  if (PURPOSES.some((purpose) => purpose === stemOf(task))) return 0;
  return USEFUL.test(task) ? 1 : 2;
}

/** `test:unit` and `test-e2e` are of one kind. */
function stemOf(task: string): string {
  return /^[A-Za-z0-9]+/.exec(task)?.[0] ?? task;
}
