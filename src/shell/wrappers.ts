import { forAll, runText } from "./builtins.ts";
import { noteOwnCli } from "./own-cli.ts";
import { below } from "./reads.ts";
import {
  type Run,
  SILENT,
  type Step,
  UNTOLD,
  addPart,
  addWrite,
  fork,
  isOwnFile,
} from "./scope.ts";
import { UNKNOWN, hasOption, isKnown, joinPath, splitArguments, valuesOf } from "./values.ts";

function callWords([name, ...args]: readonly string[], { scope, input }: Omit<Step, "call">) {
  return name === undefined ? SILENT : scope.call({ call: { name, args }, scope, input });
}

/** Runs the command after the wrapper's own options and its first `skipped` operands. */
const wrap =
  (withValue: string, skipped = 0): Run =>
  (step) => {
    const { call, scope } = step;
    const args = splitArguments(call.args, withValue, true);
    // `command -v rm` only prints where it is.
    if (/^(?:command|sudo)$/.test(call.name) && hasOption(args, "v", "V", "l")) return UNTOLD;
    // A builtin changes the shell itself: `builtin cd x`.
    const inner = /^(?:command|builtin|exec)$/.test(call.name) ? scope : fork(scope);
    for (const folder of valuesOf(args, "C", "D", "chdir")) inner.cwd = joinPath(inner.cwd, folder);
    const words = args.operands.slice(skipped);
    for (let set; (set = /^(\w+)=([^]*)$/.exec(words[0] ?? "")) !== null; words.shift()) {
      inner.variables.set(set[1] ?? "", [set[2] ?? ""]);
    }
    return callWords(words, { ...step, scope: inner });
  };

const RUNS_PACKAGES =
  /^(?:npx|bunx|uvx|corepack(?= (?:p?npm|yarn) )|(?:npm|pnpm|yarn) (?:exec|dlx|x)|(?:uv|poetry|pipx) run) /;

/** `npx prettier …`, `pnpm exec prettier …`: a command that we may know; else a program of the project. */
const runPackage: Run = (step) => {
  const { name, args } = step.call;
  const all = [name, ...args];
  const [runner = ""] = RUNS_PACKAGES.exec(`${all.join(" ")} `) ?? [];
  const skipped = runner === "" ? all.length : runner.split(" ").length - 1;
  const [first, ...others] = splitArguments(all.slice(skipped), "p package", true).operands;
  if (first !== undefined) return callWords([first.replace(/(?<=.)@[^/]*$/, ""), ...others], step);
  noteOwnCli(step);
  addPart("programs", step);
  return UNTOLD;
};

const MOST_ITEMS = 50;

/** The input holds further arguments for the command that the wrapper runs. */
const xargs: Run = (step) => {
  const { call, scope, input } = step;
  const args = splitArguments(call.args, "I E L n P s d a max-args max-procs delimiter", true);
  const [holder] = valuesOf(args, "I");
  const text = hasOption(args, "a", "arg-file") ? UNKNOWN : (input ?? "");
  const isLines = holder !== undefined || hasOption(args, "0", "null", "d");
  const found = text.split(isLines ? "\n" : /\s+/).filter((item) => item !== "");
  const items = found.length > MOST_ITEMS ? [UNKNOWN] : found;
  const words = args.operands.length === 0 ? ["echo"] : args.operands;
  const rounds =
    holder === undefined
      ? [[...words, ...items]]
      : items.map((item) => words.map((word) => word.replaceAll(holder, item)));
  for (const round of rounds) callWords(round, { scope: fork(scope), input: undefined });
  return UNTOLD;
};

/** `find x -delete`, `-exec rm {} +`. Which files below a folder match is not looked up. */
const find: Run = (step) => {
  const { call, scope } = step;
  const at = call.args.findIndex((arg) => /^[-(!]/.test(arg) && !/^-[HLP]$/.test(arg));
  const starts = (at === -1 ? call.args : call.args.slice(0, at)).filter((arg) => arg[0] !== "-");
  const tests = at === -1 ? [] : call.args.slice(at);
  const acts = tests.flatMap((test, index) => (/^-(?:exec|ok)/.test(test) ? [index + 1] : []));
  const isActing = acts.length > 0 || tests.some((test) => /^-(?:delete|fprint|fls)/.test(test));
  if (isActing) scope.found.isReading = false;
  // `find` does not follow a link.
  const entered = starts.filter((start) => !scope.world.isLink(joinPath(scope.cwd, start)));
  const files = starts.length === 0 ? [UNKNOWN] : entered.map((start) => below(start, scope));
  for (const file of files) {
    if (tests.includes("-delete")) addWrite(step, file, "delete");
    for (const begin of acts) {
      const end = tests.findIndex((word, index) => index >= begin && /^[;+]$/.test(word));
      const words = tests.slice(begin, end === -1 ? undefined : end);
      const round = words.map((word) => word.replaceAll("{}", file));
      callWords(round, { scope: fork(scope), input: undefined });
    }
  }
  if (isActing && acts.length === 0) addPart("own", step);
  return files.map((file) => `${file}\n`).join("");
};

/** `bash -c script name args`, a script from the input or one that the command wrote; else a program of the project. */
const shell: Run = (step) => {
  const { call, input } = step;
  const args = splitArguments(call.args, "o O rcfile init-file", true);
  if (hasOption(args, "n")) return UNTOLD;
  const isScript = hasOption(args, "c");
  const [first = "", ...others] = args.operands;
  const isInput = !isScript && (first === "" || first === "-" || hasOption(args, "s"));
  const scope = fork(step.scope, { parameters: isScript ? others.slice(1) : others });
  const written = scope.found.texts.get(joinPath(scope.cwd, first));
  const text = isScript ? first : isInput ? input : written;
  if (text !== undefined) return runText(text, { call, scope, input });
  const isOwn = isInput || !isKnown(first) || first.startsWith("/dev/") || isOwnFile(first, scope);
  addPart(isOwn ? "own" : "programs", step);
  return UNTOLD;
};

export const WRAPPERS: Readonly<Record<string, Run>> = {
  ...forAll("sudo doas", wrap("u g h p C D R T chdir user")),
  env: wrap("u C chdir unset"),
  ...forAll("nohup setsid command builtin chronic unbuffer busybox", wrap("")),
  exec: wrap("a"),
  ...forAll("nice ionice stdbuf", wrap("n c p i o e adjustment")),
  time: wrap("f o"),
  ...forAll("timeout gtimeout", wrap("k s signal kill-after", 1)),
  ...forAll("npx bunx uvx npm pnpm yarn uv poetry pipx corepack", runPackage),
  xargs,
  find,
  ...forAll("bash sh zsh dash ksh", shell),
};
