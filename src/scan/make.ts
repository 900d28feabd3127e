import type { Command } from "./facts.ts";
import { PURPOSES, type Purpose, purposeOf, toTaskCommands } from "./tasks.ts";
import type { ProjectView } from "./view.ts";

export const MAKEFILE = /^(?:GNUmakefile|[Mm]akefile)$/;

interface Rule {
  readonly prerequisites: readonly string[];
  readonly recipe: readonly string[];
}

interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>;
  /** What `make` alone makes, where this file says so. */
  readonly goal: string | undefined;
}

/** `test unit: deps ## words`, but no assignment. */
const RULE = /^([^\s#:=][^#:=\n]{0,500}?)[ \t]*::?(?![:=])([^\n]*)$/;
const GOAL = /^\.DEFAULT_GOAL[ \t]*[:?]?=[ \t]*(\S+)/;
const DIRECTIVE = /^(?:-?include|sinclude|if|else|endif|export|unexport|override|vpath|undefine)\b/;
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+|private[ \t]+|override[ \t]+)?[\w.-]+[ \t]*[:+?!]?:?=/;
/** No call of a function, and no words of a message. */
const TARGET = /^(?:[\w./%@+-]|\$[({][\w.-]+[)}])+$/;
const PLAIN = /^[A-Za-z][\w-]*$/;
/** Names that say nothing, or that make keeps for itself. */
const NO_TASK = /^(?:all|default|help|define|endif|else|export)$/;
const MOST_REACHED = 50;

/** Tasks of make, and what it does when it is not told which. */
export function readMake(view: ProjectView): Command[] {
  const [name] = view.readNames(MAKEFILE);
  if (name === undefined) return [];
  const source = view.source(name);
  const makefile = parseMakefile(view.text(name) ?? "");
  const tasks = [...makefile.rules.keys()].filter(
    (target) => PLAIN.test(target) && !NO_TASK.test(target),
  );
  const commands = toTaskCommands(tasks, (target) => `make ${target}`, source);
  const purpose = describeGoal(makefile);
  const isNew = purpose !== undefined && commands.every((command) => command.purpose !== purpose);
  return isNew ? [{ purpose, command: "make", source }, ...commands] : commands;
}

function parseMakefile(text: string): Makefile {
  const rules = new Map<string, { prerequisites: string[]; recipe: string[] }>();
  let goal: string | undefined;
  let isGoalKnown = true;
  let open: string[] = [];
  for (const line of logicalLines(text)) {
    if (line.startsWith("\t")) {
      for (const target of open) rules.get(target)?.recipe.push(line.trim());
      continue;
    }
    const stated = GOAL.exec(line)?.[1];
    if (stated !== undefined) {
      goal = stated;
      isGoalKnown = true;
    }
    // What is included before the first rule may have rules of its own.
    if (/^(?:include|sinclude)\b/.test(line) && goal === undefined) isGoalKnown = false;
    const [, targets, rest = ""] = (!DIRECTIVE.test(line) && RULE.exec(line)) || [];
    if (targets === undefined || !targets.split(/\s+/).every((name) => TARGET.test(name))) continue;
    open = targets.split(/\s+/);
    const [needed = "", ...inline] = ASSIGNMENT.test(rest)
      ? []
      : rest.replace(/#.*$/, "").split(";");
    const recipe = inline.join(";").trim();
    for (const target of open) {
      const rule = rules.get(target) ?? { prerequisites: [], recipe: [] };
      rule.prerequisites.push(...needed.split(/[\s|]+/).filter((word) => word !== ""));
      if (recipe !== "") rule.recipe.push(recipe);
      rules.set(target, rule);
    }
    goal ??= open.find((target) => !/^\.(?!\/)|%/.test(target));
  }
  return { rules, goal: isGoalKnown ? goal : undefined };
}

/** Lines of `define` … `endef` are no rules; a backslash joins two lines. */
function logicalLines(text: string): string[] {
  return text
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/^define\b[^]*?^endef\b.*$/gm, "")
    .split("\n");
}

/** What makes targets that no name tells: other files, rules by pattern, computed names. */
const COMPUTED =
  /^[ \t]*-?s?include\b|^[^\t#=\n]{0,500}[%$][^=\n]{0,500}:(?!=)|\$[({](?:eval|call)\b/m;

/** All targets; undefined where that cannot be told. */
export function findTargets(text: string): string[] | undefined {
  return COMPUTED.test(text) ? undefined : [...parseMakefile(text).rules.keys()];
}

/** Words of a recipe's line that tell what it is for. */
const SIGNS: readonly (readonly [Purpose, RegExp])[] = [
  [
    "build",
    /\$[({](?:CC|CXX|LD|HOSTCC)[)}]|(?:^|[\s;&])(?:g?cc|g\+\+|clang(?:\+\+)?|javac|rustc) |--build |\bbuild[\w-]{0,30}\.sh\b|(?<![\w./-])build(?![\w./-])/,
  ],
  ["test", /(?<![\w./-])(?:tests?|pytest|ctest|rspec|phpunit|jest|vitest)(?![\w/.-])/],
  [
    "lint",
    /(?<![\w./-])(?:lint|vet|clippy|eslint|golangci-lint|ruff check|flake8|pylint|shellcheck)\b/,
  ],
  [
    "format",
    /(?<![\w./-])(?:fmt|gofmt|gofumpt|goimports|prettier|clang-format|rustfmt|ruff format|black)\b/,
  ],
];

/**
 * What becomes of `make` alone: the purposes of all that it makes, else the name of its goal. Undefined where it
 * only prints help, or has a task of its own name.
 */
function describeGoal({ rules, goal }: Makefile): string | undefined {
  if (goal === undefined || rules.get(goal) === undefined || goal === "help") return undefined;
  if (PLAIN.test(goal) && !NO_TASK.test(goal)) return undefined;
  const reached = reach(rules, goal);
  const lines = reached.flatMap((target) => rules.get(target)?.recipe ?? []);
  const isHelp =
    reached.includes("help") || (lines.length > 0 && lines.every((line) => PRINTS.test(line)));
  if (isHelp) return undefined;
  const found = new Set<string>([
    ...reached.flatMap((target) => purposeOf(target) ?? []),
    ...SIGNS.filter(([, sign]) => lines.some((line) => sign.test(line))).map(
      ([purpose]) => purpose,
    ),
  ]);
  const purposes = PURPOSES.filter((purpose) => found.has(purpose));
  if (purposes.length > 0) return purposes.join(", ");
  return reached.find((target) => PLAIN.test(target) && target !== "default");
}

const PRINTS = /^[@+-]*(?:echo|printf|cat|grep|awk|sed|\$\((?:info|error)|:)(?:\s|$)/;

/** The goal and all that it needs, as far as this file has rules for it. */
function reach(rules: ReadonlyMap<string, Rule>, goal: string): string[] {
  const reached = new Set([goal]);
  for (const target of reached) {
    if (reached.size > MOST_REACHED) break;
    for (const needed of rules.get(target)?.prerequisites ?? []) reached.add(needed);
  }
  return [...reached];
}
