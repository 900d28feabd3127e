import { type OptionSpec, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isMade,
  textOf,
  toOutput,
  toPart,
} from "../scope.ts";
import { UNKNOWN, joinPath, mostTelling } from "../value.ts";
import type { CommandTable, Evaluate, Invocation } from "./invocation.ts";
import { noteOutputs } from "./outputs.ts";

interface WrapperSpec extends OptionSpec {
  /** Options that name a file which the wrapper itself writes. */
  readonly writes?: readonly string[];
}

/** A program that starts another one: the rest of its words, after its own options and assignments. */
function wraps(spec: WrapperSpec = {}, skips = 0, more: Partial<Position> = {}): Evaluate {
  return (call, scope, position) => {
    const { operands, flags, values } = splitArguments(call.args, { ...spec, permutes: false });
    const output =
      spec.writes === undefined ? undefined : valueOf({ operands, flags, values }, ...spec.writes);
    if (output !== undefined) addWrite(scope, output, "change", call.words, position);
    if (flags.has("help") || flags.has("version")) return UNTOLD;
    const assigned = operands.findIndex((word) => !/^\w+=/.test(word));
    const [name, ...args] = operands.slice((assigned === -1 ? operands.length : assigned) + skips);
    if (name === undefined) return UNTOLD;
    return scope.runCommand({ name, args, words: call.words }, scope, { ...position, ...more });
  };
}

const environment: Evaluate = (call, scope, position) => {
  const spec = { short: "uCSP", long: ["unset", "chdir", "split-string"], permutes: false };
  const args = splitArguments(call.args, spec);
  if (hasFlag(args, "help", "version")) return UNTOLD;
  const folder = valueOf(args, "C", "chdir");
  const inner = folder === undefined ? scope : fork(scope, { cwd: joinPath(scope.cwd, folder) });
  const split = valueOf(args, "S", "split-string");
  const words = [...(split?.split(/\s+/) ?? []), ...args.operands];
  const at = words.findIndex((word) => !/^\w+=/.test(word));
  const [name, ...rest] = at === -1 ? [] : words.slice(at);
  return name === undefined
    ? UNTOLD
    : scope.runCommand({ name, args: rest, words: call.words }, inner, position);
};

const MOST_RUNS = 60;
/** Stands in a nested script for what cannot be told; nothing sets it. */
const UNTOLD_VARIABLE = "$_";

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
  const words = mark === undefined ? lines.flatMap((line) => line.split(/\s+/)) : lines;
  const known = mostTelling(
    words.filter((word) => word !== ""),
    MOST_RUNS,
    scope.world.bank,
  );
  const inner = { ...position, isProven: false, input: undefined };
  if (mark === undefined) {
    const all = isComplete && known.length === words.length ? known : [...known, UNKNOWN];
    if (all.length > 0)
      scope.runCommand({ name, args: [...given, ...all], words: call.words }, fork(scope), inner);
    return UNTOLD;
  }
  for (const word of isComplete && known.length === words.length ? known : [...known, UNKNOWN]) {
    const actual = given.map((arg) => arg.replaceAll(mark, word));
    scope.runCommand({ name, args: actual, words: call.words }, fork(scope), inner);
  }
  return UNTOLD;
};

const SHELL_OPTIONS = { short: "oO", long: ["rcfile", "init-file"], permutes: false };

/** `bash -c script name args`; `bash file`; `… | bash`. */
const shell: Evaluate = (call, scope, position) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg));
  // `-n` only reads the script.
  if (call.args.some((arg) => /^-[a-zA-Z]*n/.test(arg) && arg !== "--norc")) return UNTOLD;
  if (at !== -1) {
    const { operands } = splitArguments(call.args.slice(at + 1), SHELL_OPTIONS);
    const [script = "", name = call.name, ...parameters] = operands;
    const inner = fork(scope);
    inner.variables.set("0", [name]).set("@", parameters);
    return runScript(script, call, inner, position);
  }
  const { operands, flags } = splitArguments(call.args, SHELL_OPTIONS);
  if (flags.has("n")) return UNTOLD;
  const isStdin = flags.has("s");
  const file = isStdin ? undefined : operands[0];
  const inner = fork(scope);
  inner.variables.set("@", isStdin ? operands : operands.slice(1));
  if (file !== undefined && file !== "-" && !/^\/(?:dev|proc)\//.test(file)) {
    const own = scope.effects.files.get(joinPath(scope.cwd, file));
    if (own !== undefined) return runScript(own, call, inner, position);
    const kind = isMade(file, scope) ? "inline" : "programs";
    scope.effects[kind].push(toPart(scope, call.words, position, call.args));
    return UNTOLD;
  }
  const stream = file === undefined ? undefined : scope.effects.streams.get(file);
  const input = stream ?? position.input;
  if (input === undefined) return UNTOLD;
  const script = input.isComplete ? input.lines.join("\n") : [...input.lines, UNKNOWN].join("\n");
  return runScript(script, call, inner, { ...position, input: undefined });
};

/**
 * A script in the agent's own words; what of it cannot be told is inline code. It sees every variable
 * that was set here, exported or not: a value too few could hide a write.
 */
function runScript(script: string, call: Invocation, scope: Scope, position: Position): Output {
  if (script.includes(UNKNOWN)) scope.effects.inline.push(toPart(scope, call.words, position));
  return scope.run(script.replaceAll(UNKNOWN, UNTOLD_VARIABLE), scope, position);
}

/** `su -c`, `script -c`; `script` also writes what it sees into a file. */
const asUser: Evaluate = (call, scope, position) => {
  const { operands } = splitArguments(call.args, { short: "cgGsEIOoBTm", long: ["command"] });
  if (call.name.endsWith("script")) {
    for (const file of operands) addWrite(scope, file, "change", call.words, position);
  }
  const script = valueOf(
    splitArguments(call.args, { short: "cgGs", long: ["command"] }),
    "c",
    "command",
  );
  return script === undefined ? UNTOLD : runScript(script, call, fork(scope), position);
};

/** `flock FILE cmd`, `flock FILE -c script`: the file is made where there is none. */
const locks: Evaluate = (call, scope, position) => {
  const { operands } = splitArguments(call.args, { short: "wE", permutes: false });
  const [file = "", name, ...args] = operands;
  if (!scope.world.isFolder(joinPath(scope.cwd, file))) {
    addWrite(scope, file, "change", call.words, position);
  }
  if (name === "-c") return runScript(args[0] ?? "", call, fork(scope), position);
  if (name === undefined) return UNTOLD;
  return scope.runCommand({ name, args, words: call.words }, scope, position);
};

/** The words of `watch` are a script, as for `eval`. */
const watches: Evaluate = (call, scope, position) => {
  const spec = { short: "nq", long: ["interval"], permutes: false };
  const { operands } = splitArguments(call.args, spec);
  return runScript(operands.join(" "), call, fork(scope), { ...position, isProven: false });
};

const LATER = { isProven: false, isShown: false, isBackground: true };

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
  const isManager = MANAGERS.test(call.name);
  const skipped = isManager ? runnerWords(call.args) : 0;
  if (isManager && skipped === 0) {
    noteOutputs(call, scope, position);
    scope.effects.programs.push(toPart(scope, call.words, position, call.args));
    return UNTOLD;
  }
  const { operands, values } = splitArguments(call.args.slice(skipped), {
    short: "pc",
    long: ["package", "call", "filter", "workspace"],
    permutes: false,
  });
  const script = valueOf({ operands, values, flags: new Set() }, "c", "call");
  if (script !== undefined) return runScript(script, call, fork(scope), position);
  const [name = "", ...args] = operands;
  const plain = name.replace(/(?<=.)@[^/]*$/, "");
  if (plain === "" || plain === call.name) return UNTOLD;
  return scope.runCommand({ name: plain, args, words: call.words }, scope, position);
};

/** How many words stand before the package's own: `exec`, `dlx`, `x`. */
function runnerWords(args: readonly string[]): number {
  return /^(?:exec|x|dlx)$/.test(args[0] ?? "") ? 1 : 0;
}

export const WRAPPERS: CommandTable = {
  env: environment,
  sudo: wraps({ short: "ugpCDhrRTt", long: ["user", "group", "chdir"] }),
  doas: wraps({ short: "uC" }),
  command: (call, scope, position) =>
    /^-[vV]$/.test(call.args[0] ?? "")
      ? { lines: call.args.slice(1), isComplete: true }
      : wraps()(call, scope, position),
  builtin: wraps(),
  exec: (call, scope, position) => {
    // With a command, nothing after it runs; without one, the rest runs with other descriptors.
    const output = wraps({ short: "a" })(call, scope, position);
    scope.effects.isProofBroken = true;
    return output;
  },
  nice: wraps({ short: "n", long: ["adjustment"] }),
  ionice: wraps({ short: "cnp" }),
  chrt: wraps({}, 1),
  time: wraps({ short: "fo", long: ["format", "output"], writes: ["o", "output"] }),
  timeout: wraps({ short: "ks", long: ["kill-after", "signal"] }, 1),
  stdbuf: wraps({ short: "ioe" }),
  unbuffer: wraps(),
  caffeinate: wraps({ short: "tw" }),
  strace: wraps({ short: "eopsau", long: ["output"], writes: ["o", "output"] }),
  faketime: wraps({}, 1),
  taskset: wraps({ short: "c" }),
  setarch: wraps(),
  unshare: wraps(),
  prlimit: wraps(),
  flock: locks,
  watch: watches,
  busybox: wraps(),
  toybox: wraps(),
  chronic: wraps(),
  nohup: wraps({}, 0, LATER),
  setsid: wraps({}, 0, LATER),
  daemonize: wraps({ short: "acelopuE" }, 0, LATER),
  xargs,
  gxargs: xargs,
  parallel,
  sh: shell,
  bash: shell,
  dash: shell,
  zsh: shell,
  ksh: shell,
  ash: shell,
  su: asUser,
  runuser: asUser,
  script: asUser,
  npx: runsPackage,
  bunx: runsPackage,
  pnpx: runsPackage,
  npm: runsPackage,
  pnpm: runsPackage,
  yarn: runsPackage,
  bun: runsPackage,
};
