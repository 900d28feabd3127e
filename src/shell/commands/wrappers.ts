import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isActing,
  isMade,
  ownText,
  textOf,
  toOutput,
  toPart,
} from "../scope.ts";
import { UNKNOWN, joinPath, mostTelling } from "../value.ts";
import type { CommandTable, Evaluate, Invocation } from "./invocation.ts";
import { withoutAssignments } from "./launchers.ts";
import { noteOutputs } from "./outputs.ts";
import { noteOwnPackage } from "./own-cli.ts";
import { broughtText, quote, runGuessed, runScript } from "./own-words.ts";

/** `command cmd`, `exec -a name cmd`: the rest of the words. */
function wraps(short = ""): Evaluate {
  return (call, scope, position) => {
    const [name, ...args] = splitArguments(call.args, { short, permutes: false }).operands;
    if (name === undefined) return UNTOLD;
    return scope.runCommand({ name, args, words: call.words }, scope, position);
  };
}

/** `command cd x`, `builtin cd x`: not the function of that name. */
const besideFunctions: Evaluate = (call, scope, position) => {
  const [name = ""] = splitArguments(call.args, { permutes: false }).operands;
  const shadowing = scope.functions.get(name);
  scope.functions.delete(name);
  const output = wraps()(call, scope, position);
  if (shadowing !== undefined) scope.functions.set(name, shadowing);
  return output;
};

const environment: Evaluate = (call, scope, position) => {
  const spec = { short: "uCSP", long: ["unset", "chdir", "split-string"], permutes: false };
  const args = splitArguments(call.args, spec);
  if (hasFlag(args, "help", "version")) return UNTOLD;
  const folder = valueOf(args, "C", "chdir");
  const inner = fork(scope, { cwd: joinPath(scope.cwd, folder ?? "") });
  const split = valueOf(args, "S", "split-string");
  if (split !== undefined) {
    // What it is split into may begin with options of its own.
    const again = /^\s*-/.test(split) ? `env ${split}` : split;
    return runScript([again, ...args.operands.map(quote)].join(" "), call, fork(inner), position);
  }
  // A lone dash empties the environment.
  const words = args.operands[0] === "-" ? args.operands.slice(1) : args.operands;
  const [name, ...rest] = withoutAssignments(words, call, inner, position);
  return name === undefined
    ? UNTOLD
    : scope.runCommand({ name, args: rest, words: call.words }, inner, position);
};

const MOST_RUNS = 16;
/** Where each word is a run of its own, so many stand for a long list. */
const RUNS_OF_MANY = 5;

/** Quotes around a word are not part of it, as in a shell. */
function unquoted(word: string): string {
  return /^(["']).*\1$/.test(word) ? word.slice(1, -1) : word;
}

/** Words come from standard input: each that can be told is tried, the others are unknown. */
const xargs: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "IdELnPsa",
    long: ["replace", "delimiter", "max-args", "max-procs", "max-lines", "arg-file"],
    permutes: false,
  });
  const [name = "echo", ...given] = args.operands;
  const mark = valueOf(args, "I", "replace") ?? (args.flags.has("i") ? "{}" : undefined);
  const file = valueOf(args, "a", "arg-file");
  const text = file === undefined ? undefined : textOf(scope, file);
  const { lines, isComplete } = text === undefined ? (position.input ?? UNTOLD) : toOutput(text);
  scope.spend(lines.reduce((sum, line) => sum + 10 + line.length, 0) / 50);
  // With `-0` and `-d` blanks do not part words.
  const isWhole = mark !== undefined || hasFlag(args, "0", "null", "d", "delimiter");
  const words = isWhole ? lines : lines.flatMap((line) => line.split(/\s+/).map(unquoted));
  const isMany = mark !== undefined && words.length > MOST_RUNS;
  const known = mostTelling(
    words.filter((word) => word !== ""),
    isMany ? RUNS_OF_MANY : MOST_RUNS,
    scope.world.bank,
  );
  const inner = { ...position, isProven: false, input: undefined };
  if (mark === undefined) {
    const all = isComplete && known.length === words.length ? known : [...known, UNKNOWN];
    if (all.length === 0) return UNTOLD;
    const output = scope.runCommand(
      { name, args: [...given, ...all], words: call.words },
      fork(scope),
      inner,
    );
    // With a number of words for each, it is several commands.
    const isOne = !hasFlag(args, "n", "L", "max-args", "max-lines", "P", "max-procs");
    return isOne ? output : UNTOLD;
  }
  const runWith = (word: string, each: Scope) => {
    const actual = given.map((arg) => arg.replaceAll(mark, word));
    scope.runCommand({ name, args: actual, words: call.words }, each, inner);
  };
  if (known.length > 1 && !isActing(scope, (each) => runWith(UNKNOWN, each))) return UNTOLD;
  for (const word of isComplete && known.length === words.length ? known : [...known, UNKNOWN])
    runWith(word, fork(scope));
  return UNTOLD;
};

const SHELL_OPTIONS = { short: "oO", long: ["rcfile", "init-file"], permutes: false };

const STARTS =
  ".bashrc .bash_profile .bash_login .profile .bash_logout .zshrc .zprofile .zshenv".split(" ");
/** A login shell, or an interactive one. */
const START = /^(?:-[a-zA-Z]*[il][a-zA-Z]*|--login)$/;

/** Files that a shell runs before anything else: those that this command brings. */
function runStartFile(call: Invocation, scope: Scope, position: Position): void {
  const args = splitArguments(call.args, SHELL_OPTIONS);
  const file = valueOf(args, "rcfile", "init-file");
  const home = scope.variables.get("HOME")?.[0] ?? scope.world.home ?? "~";
  const isStarting = scope.effects.files.size > 0 && call.args.some((arg) => START.test(arg));
  const files = [
    ...(file === undefined ? [] : [file]),
    ...(isStarting ? STARTS.map((name) => `${home}/${name}`) : []),
  ];
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  for (const text of files.flatMap((name) => broughtText(name, scope, position) ?? []))
    runScript(text, call, fork(scope), inner);
  if (file !== undefined) scope.effects.inline.push(toPart(scope, call.words, position));
}

/** `bash -c script name args`; `bash file`; `… | bash`. */
const shell: Evaluate = (call, scope, position) => {
  const isBash = /(?:^|\/)bash$/.test(call.name);
  runStartFile(call, scope, position);
  if (call.args.includes("expand_aliases")) scope.effects.isMeaningOpen = true;
  const at = call.args.findIndex((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg));
  // `-n` only reads the script.
  if (call.args.some((arg) => /^-[a-zA-Z]*n/.test(arg) && arg !== "--norc")) return UNTOLD;
  if (at !== -1) {
    const { operands } = splitArguments(call.args.slice(at + 1), SHELL_OPTIONS);
    const [script = "", name = call.name, ...parameters] = operands;
    const inner = fork(scope, { isBash });
    inner.variables.set("0", [name]).set("@", parameters);
    return runScript(script, call, inner, position);
  }
  const { operands, flags } = splitArguments(call.args, SHELL_OPTIONS);
  if (flags.has("n")) return UNTOLD;
  const isStdin = flags.has("s");
  const file = isStdin ? undefined : operands[0];
  const inner = fork(scope, { isBash });
  inner.variables.set("@", isStdin ? operands : operands.slice(1));
  if (file !== undefined && file !== "-" && !/^\/(?:dev|proc)\//.test(file)) {
    const own = ownText(file, scope);
    if (own !== undefined) return runScript(own, call, inner, position);
    const kind = isMade(file, scope) ? "inline" : "programs";
    if (kind === "inline") runGuessed(file, call, inner, position);
    scope.effects[kind].push(toPart(scope, call.words, position, call.args));
    return UNTOLD;
  }
  const stream = file === undefined ? undefined : scope.effects.streams.get(file);
  const input = stream ?? position.input;
  if (input === undefined) return UNTOLD;
  const script = input.isComplete ? input.lines.join("\n") : [...input.lines, UNKNOWN].join("\n");
  return runScript(script, call, inner, { ...position, input: undefined });
};

/** `flock FILE cmd`, `flock FILE -c script`: the file is made where there is none. */
const locks: Evaluate = (call, scope, position) => {
  const { operands } = splitArguments(call.args, { short: "wE", permutes: false });
  const [file = "", name, ...args] = operands;
  if (!scope.world.isFolder(joinPath(scope.cwd, file))) {
    addWrite(scope, file, "change", call.words, position);
  }
  if (name === "-c" || name === "--command")
    return runScript(args[0] ?? "", call, fork(scope), position);
  if (name === undefined) return UNTOLD;
  return scope.runCommand({ name, args, words: call.words }, scope, position);
};

/** `parallel cmd ::: a b` and `parallel cmd` over standard input. */
const parallel: Evaluate = (call, scope, position) => {
  const at = call.args.findIndex((arg) => arg.startsWith(":::"));
  const words = at === -1 ? undefined : call.args.slice(at + 1);
  const { operands } = splitArguments(at === -1 ? call.args : call.args.slice(0, at), {
    short: "jPI",
    permutes: false,
  });
  const input = words === undefined ? position.input : { lines: words, isComplete: true };
  const command = operands.some((word) => word.includes("{}")) ? operands : [...operands, "{}"];
  for (const word of input?.isComplete === true
    ? input.lines.slice(0, MOST_RUNS)
    : [...(input?.lines ?? []), UNKNOWN]) {
    runScript(command.join(" ").replaceAll("{}", word), call, fork(scope), {
      ...position,
      isProven: false,
    });
  }
  return UNTOLD;
};

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** `npx prettier --write x`, `npm exec -- …`: the tool itself decides what is written. */
const runsPackage: Evaluate = (call, scope, position) => {
  noteOwnPackage(call.args, call.words, scope);
  const isCode = call.args.some((arg) => /^(?:-[ep]|--(?:eval|print))(?:=|$)/.test(arg));
  if (call.name.endsWith("bun") && isCode)
    return scope.runCommand({ ...call, name: "node" }, scope, position);
  const isManager = MANAGERS.test(call.name);
  const skipped = isManager ? runnerWords(call.args) : 0;
  if (isManager && skipped === 0) {
    noteOutputs(call, scope, position);
    manage(call, scope, position);
    const isOwn = [...scope.effects.made].some((path) => IS_CODE.test(path));
    scope.effects[isOwn ? "inline" : "programs"].push(
      toPart(scope, call.words, position, call.args),
    );
    return UNTOLD;
  }
  const { operands, values } = splitArguments(call.args.slice(skipped), {
    short: "pc",
    long: ["package", "call", "filter", "workspace"],
    permutes: false,
  });
  const script = values.get("c") ?? values.get("call");
  if (script !== undefined) return runScript(script, call, fork(scope), position);
  const [name = "", ...args] = operands;
  const plain = name.replace(/(?<=.)@[^/]*$/, "");
  if (plain === "" || plain === call.name) return UNTOLD;
  return scope.runCommand({ name: plain, args, words: call.words }, scope, position);
};

/** Files that a script of the project may run, or that say what it runs. */
const IS_CODE = /\.(?:[cm]?[jt]sx?|sh|py|rb|pl|mk)$|\/(?:package\.json|Makefile)$/;

/** `npm init`, `npm pkg set scripts.x=…`, `npm config set --userconfig file`. */
function manage({ args, words, name }: Invocation, scope: Scope, position: Position): void {
  const { operands, values } = splitArguments(args, {
    long: ["userconfig", "globalconfig", "prefix"],
  });
  const [action = "", verb = ""] = operands;
  const isScripts = action === "pkg" && verb === "set";
  if (isScripts || action === "init") addWrite(scope, "package.json", "change", words, position);
  for (const word of isScripts ? operands.slice(2) : []) {
    const script = /^scripts\.[^=]+=([^]*)$/.exec(word)?.[1];
    const inner = { ...position, isProven: false, isShown: false };
    if (script !== undefined) runScript(script, { name, args, words }, fork(scope), inner);
  }
  const config = valueOf(
    { operands, values, flags: new Set(), given: [] },
    "userconfig",
    "globalconfig",
  );
  if (/^(?:config|c|set)$/.test(action) && config !== undefined)
    addWrite(scope, config, "change", words, position);
}

/** How many words stand before the package's own: `exec`, `dlx`, `x`. */
function runnerWords(args: readonly string[]): number {
  return /^(?:exec|x|dlx)$/.test(args[0] ?? "") ? 1 : 0;
}

export const WRAPPERS: CommandTable = {
  env: environment,
  command: (call, scope, position) =>
    /^-[vV]$/.test(call.args[0] ?? "")
      ? { lines: call.args.slice(1), isComplete: true }
      : besideFunctions(call, scope, position),
  builtin: (call, scope, position) => besideFunctions(call, scope, position),
  exec: (call, scope, position) => {
    // With a command, nothing after it runs; without one, the rest runs with other descriptors.
    const output = wraps("a")(call, scope, position);
    scope.effects.isProofBroken = true;
    return output;
  },
  flock: locks,
  xargs,
  gxargs: xargs,
  parallel,
  sh: shell,
  bash: shell,
  dash: shell,
  zsh: shell,
  ksh: shell,
  ash: shell,
  rbash: shell,
  mksh: shell,
  yash: shell,
  npx: runsPackage,
  bunx: runsPackage,
  pnpx: runsPackage,
  npm: runsPackage,
  pnpm: runsPackage,
  yarn: runsPackage,
  bun: runsPackage,
};
