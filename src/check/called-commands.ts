import { BUILT_IN } from "../scan/ecosystems/node-scripts.ts";

/** A script or a target that a command line calls. */
export interface CalledCommand {
  readonly kind: "script" | "target";
  readonly name: string;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]*$/u;
const MANAGER = /^(?:npm|pnpm|yarn|bun)$/;
/** Options that make the command one of another folder, package or file, whose scripts are not known. */
const ELSEWHERE =
  /^(?:-C|-F|-f|-r|-w|-ws|--(?:prefix|recursive|cwd|dir|filter|workspaces?|directory|file|makefile)(?:=.*)?)$/;
/** Names of scripts that are no names of programs, so that `yarn build` surely runs a script. */
const SCRIPTS = new Set(
  "build dev start test lint format typecheck type-check e2e coverage".split(" "),
);
const LONGEST_LINE = 1000;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** The scripts and targets that a command line in backticks calls, where it is certain that it does. */
export function readCalledCommands(code: string): CalledCommand[] {
  if (code.length > LONGEST_LINE) return [];
  const steps = code.split(/&&|\|\||[;|]/).map((step) => step.trim().split(/\s+/));
  // Behind a `cd`, the commands are those of another folder, whose scripts are not known.
  if (steps.some(([word]) => word === "cd" || word === "pushd")) return [];
  return steps.flatMap(readStep);
}

function readStep(words: readonly string[]): CalledCommand[] {
  const [program = "", ...args] = words.slice(words.findIndex((word) => !ASSIGNMENT.test(word)));
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : args.length);
  if (own.some((word) => ELSEWHERE.test(word))) return [];
  const plain = own.filter((word) => !word.startsWith("-"));
  if (program === "make") {
    const targets = plain.filter((word) => !word.includes("="));
    return targets.every((name) => NAME.test(name))
      ? targets.map((name) => ({ kind: "target", name }))
      : [];
  }
  const script = MANAGER.test(program) ? scriptOf(program, plain) : undefined;
  return script !== undefined && NAME.test(script) ? [{ kind: "script", name: script }] : [];
}

function scriptOf(manager: string, [verb = "", name]: readonly string[]): string | undefined {
  if (verb === "run" || (manager === "npm" && verb === "run-script")) {
    // `bun run file.ts` runs a file.
    return manager === "bun" && name?.includes(".") ? undefined : name;
  }
  if (manager === "npm") return { t: "test", test: "test", start: "start", stop: "stop" }[verb];
  // `bun test` is Bun's own; `yarn tsc` runs a program.
  if (manager === "bun" || BUILT_IN[manager]?.has(verb)) return undefined;
  return verb.includes(":") || SCRIPTS.has(verb) ? verb : undefined;
}
