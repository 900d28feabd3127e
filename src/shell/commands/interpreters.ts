import { posix } from "node:path";
import { type OptionSpec, hasFlag, splitArguments } from "../arguments.ts";
import { withoutSaid } from "../code-text.ts";
import { foldConstants } from "../fold-constants.ts";
import {
  LONGEST_CODE,
  findFolder,
  findLinks,
  findShellLiterals,
  findWrittenLiterals,
  findWrittenTexts,
  goesElsewhere,
  toReadable,
} from "../inline-code.ts";
import {
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isMade,
  keepFile,
  ownText,
  toPart,
} from "../scope.ts";
import { textOfOutput } from "../output.ts";
import { joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { noteOutputs } from "./outputs.ts";
import { noteOwnCli, noteOwnModule, noteOwnPackage, toFile } from "./own-cli.ts";
import { broughtText } from "./own-words.ts";
import { writeAll } from "./writers.ts";

/** Code in the command's own words: its certain writes are read from it, the rest stays inline code. */
function runCode(
  written: string,
  args: readonly string[],
  call: Invocation,
  outer: Scope,
  position: Position,
): Output {
  const variable = (name: string) => outer.variables.get(name)?.[0] ?? outer.world.variable(name);
  outer.spend(10 + Math.min(written.length, LONGEST_CODE) / 5);
  const readable = toReadable(written);
  const { input: given } = position;
  const input = given?.isComplete === true ? textOfOutput(given) : undefined;
  const code = foldConstants(withoutSaid(readable, call.name), { args, variable, input });
  const folder = findFolder(code);
  const scope = folder === undefined ? outer : fork(outer, { cwd: joinPath(outer.cwd, folder) });
  const isElsewhere = goesElsewhere(code);
  for (const { path, effect } of findWrittenLiterals(code)) {
    if (isElsewhere && !path.startsWith("/")) continue;
    addWrite(scope, path, effect, call.words, position);
  }
  for (const [path, text] of findWrittenTexts(code)) keepFile(path, text, scope);
  for (const [from, to] of findLinks(code)) {
    const path = joinPath(scope.cwd, to);
    scope.effects.links.set(path, joinPath(posix.dirname(path), from));
  }
  for (const command of isElsewhere
    ? []
    : findShellLiterals(code, /perl|ruby|php/.test(call.name))) {
    scope.run(command, fork(scope), { ...position, isProven: false, input: undefined });
  }
  noteOwnModule(code, args, call.words, scope);
  scope.effects.inline.push(toPart(scope, call.words, position, call.args));
  // What it prints as a plain string may be a script for the next command.
  const printed = readable.matchAll(
    /\b(?:print|puts|echo|console\.log)[\s(]*(["'])((?:(?!\1)[^\\\n]|\\.)*)\1/g,
  );
  const isWhole =
    call.args.some((arg) => /^-(?:p|pe|print)$/.test(arg)) && /^(["'])[^"'\\]*\1$/.test(code);
  const lines = [...printed].map(([, , text = ""]) => text);
  return { lines: isWhole ? [code.slice(1, -1)] : lines, isComplete: false };
}

/** `data:text/javascript,…` carries its code. */
function decoded(name: string): string {
  const text = /^data:[^,]*,([^]*)$/.exec(name)?.[1] ?? "";
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `python -c code`, `node -e code`; without code or file it reads standard input. */
function interprets(codeOptions: readonly string[], spec: OptionSpec = {}): Evaluate {
  return (call, scope, position) => {
    const short = codeOptions.filter((name) => name.length === 1).join("") + (spec.short ?? "");
    const long = [...codeOptions.filter((name) => name.length > 1), ...(spec.long ?? [])];
    // `node -pe code`: two options that would each take the code.
    const given = call.args.map((arg) => (/^-(?:pe|ep|ne|ane|lne|rne)$/.test(arg) ? "-e" : arg));
    const isSingleDash = spec.isSingleDash === true;
    const args = splitArguments(given, { short, long, permutes: false, isSingleDash });
    const code = codeOptions.flatMap((name) => args.values.get(name) ?? []);
    noteOutputs(call, scope, position);
    const loads = given.some((arg) => /^(?:-r|--(?:require|import|loader))(?:=|$)/.test(arg));
    if (code.length > 0 && !loads)
      return runCode(code.join("\n"), args.operands, call, scope, position);
    const [file, ...rest] = args.operands;
    const loaded = args.given.flatMap(({ name, value }) =>
      /^(?:r|require|import|loader)$/.test(name) && value !== undefined ? [value] : [],
    );
    if (file !== undefined) noteOwnCli(toFile(file), rest, call.words, scope);
    for (const name of loaded) noteOwnCli(toFile(name), args.operands, call.words, scope);
    if (/^(?:run|x|exec)$/.test(file ?? "")) noteOwnPackage(rest, call.words, scope);
    const readsInput = file === undefined || file === "-" || file.startsWith("/dev/");
    if (readsInput && position.input !== undefined) {
      return runCode(position.input.lines.join("\n"), rest, call, scope, position);
    }
    const own = file === undefined ? undefined : ownCode(file, scope, position);
    if (own !== undefined && hasFlag(args, "c", "check", "m", "l")) return UNTOLD;
    if (own !== undefined) return runCode(own, rest, call, scope, position);
    if (code.length > 0) {
      const texts = loaded.map((name) => ownText(name, scope) ?? decoded(name));
      return runCode([...texts, ...code].join("\n"), args.operands, call, scope, position);
    }
    const isOwn = (name: string) => name.startsWith("data:") || isMade(name, scope);
    if ([file ?? "", ...loaded].some(isOwn)) {
      const texts = loaded.map((name) => ownText(name, scope) ?? decoded(name));
      return runCode(texts.join("\n"), rest, call, scope, position);
    }
    if (hasFlag(args, "version", "V", "v", "help", "h") && file === undefined) return UNTOLD;
    scope.effects[readsInput ? "inline" : "programs"].push(
      toPart(scope, call.words, position, call.args),
    );
    return UNTOLD;
  };
}

/** A script that this command brings; of a folder, the file that python runs there. */
function ownCode(file: string, scope: Scope, position: Position): string | undefined {
  const names = [file, `${file}/__main__.py`];
  return names.map((name) => broughtText(name, scope, position)).find((text) => text !== undefined);
}

/** A module that this command has written, here or where `PYTHONPATH` leads. */
function ownModule(module: string, scope: Scope): string | undefined {
  const folders = [".", ...(scope.variables.get("PYTHONPATH")?.[0]?.split(":") ?? [])];
  return folders
    .map((folder) => ownText(`${folder}/${module.replaceAll(".", "/")}.py`, scope))
    .find((text) => text !== undefined);
}

/** Modules that only show files, though they run for long. */
const SERVES = /^(?:http\.server|SimpleHTTPServer)$/;

/** Modules that are commands of their own. */
const IS_COMMAND = /^(?:pydoc|pytest|pip|black|isort|ruff|autopep8|mdformat)$/;

/** Modules that unpack or print into a file named last. */
const python: Evaluate = (call, scope, position) => {
  const at = call.args.indexOf("-m");
  const [module, ...rest] = at === -1 ? [] : call.args.slice(at + 1);
  const files = rest.filter((arg) => !arg.startsWith("-"));
  const isUnpacking =
    /^(?:zipfile|tarfile)$/.test(module ?? "") && /^(?:-e|--extract)$/.test(rest[0] ?? "");
  const isPacking =
    /^(?:zipfile|tarfile)$/.test(module ?? "") && /^(?:-c|--create)$/.test(rest[0] ?? "");
  if (isPacking) addWrite(scope, files[0] ?? "", "change", call.words, position);
  if (isUnpacking || module === "json.tool") {
    const target = files.length > 1 ? files.at(-1) : undefined;
    if (target !== undefined)
      addWrite(scope, isUnpacking ? `${target}/` : target, "change", call.words, position);
  }
  if (SERVES.test(module ?? "")) return UNTOLD;
  if (module !== undefined && IS_COMMAND.test(module))
    return scope.runCommand({ name: module, args: rest, words: call.words }, scope, position);
  const own = module === undefined ? undefined : ownModule(module, scope);
  if (own !== undefined) return runCode(own, rest, call, scope, position);
  if (module === "gzip")
    for (const file of files) addWrite(scope, `${file}.gz`, "change", call.words, position);
  if (/^(?:venv|virtualenv)$/.test(module ?? ""))
    for (const folder of files) addWrite(scope, folder, "make-folder", call.words, position);
  const option = rest.findIndex((arg) => /^(?:-C|--coverdir|-o|--outfile|-f)$/.test(arg));
  if (/^(?:trace|cProfile|profile)$/.test(module ?? "") && option !== -1)
    addWrite(
      scope,
      `${rest[option + 1] ?? ""}${module === "trace" ? "/" : ""}`,
      "change",
      call.words,
      position,
    );
  if (/^(?:timeit|pdb)$/.test(module ?? ""))
    runCode(rest.filter((arg) => /[\s(]/.test(arg)).join("\n"), [], call, scope, position);
  if (module !== undefined && !call.args.slice(0, at).includes("-c")) {
    noteOutputs(call, scope, position);
    const kind = /^(?:timeit|pdb)$/.test(module) ? "inline" : "programs";
    scope.effects[kind].push(toPart(scope, call.words, position, call.args));
    return UNTOLD;
  }
  return interprets(["c"], { short: "WXm" })(call, scope, position);
};

const PERL: OptionSpec = { short: "IMm" };

/** `perl -pi -e …` also edits its files in place. */
const perl: Evaluate = (call, scope, position) => {
  const cluster = call.args.find((arg) => /^-[a-zA-Z0-9]*i/.test(arg) && !/^-[IMm]/.test(arg));
  // `-pie code` and `-i.bak`: what follows `i` in a cluster is a suffix, or the option `e`.
  const codeAt = call.args.findIndex((arg) => /^-[a-zA-Z0-9.]*[eE]$/.test(arg));
  const code = codeAt === -1 ? undefined : call.args[codeAt + 1];
  if (cluster !== undefined) {
    const files = call.args.filter((arg, index) => !arg.startsWith("-") && index !== codeAt + 1);
    writeAll(codeAt === -1 ? files.slice(1) : files, "change", call, scope, position);
  }
  const rest = call.args.slice(codeAt + 2);
  if (code !== undefined) return runCode(code, rest, call, scope, position);
  return interprets(["e", "E"], PERL)(call, scope, position);
};

/** `deno eval code` has its code as a word of its own. */
const deno: Evaluate = (call, scope, position) => {
  const [action, ...rest] = call.args;
  const args =
    action === "eval" ? ["-e", ...rest.filter((arg) => !arg.startsWith("-"))] : call.args;
  return interprets(["e"])({ ...call, args }, scope, position);
};

export const INTERPRETERS: CommandTable = {
  ...forAll(
    "python python2 python3 python3.10 python3.11 python3.12 python3.13 pypy pypy3",
    python,
  ),
  ...forAll(
    "node nodejs",
    interprets(["e", "p", "eval", "print"], {
      short: "rC",
      long: ["require", "import", "loader", "conditions", "env-file"],
    }),
  ),
  ...forAll("ruby", interprets(["e"], { short: "rICEFKTW" })),
  ...forAll("php", interprets(["r", "B", "R", "E"], { short: "dcftz" })),
  ...forAll("lua luajit lua5.1 lua5.3 lua5.4", interprets(["e"], { short: "l" })),
  ...forAll("Rscript R julia elixir osascript groovy scala", interprets(["e", "eval"])),
  deno,
  guile: interprets(["c"], { short: "Lls" }),
  ...forAll("pwsh powershell", interprets(["c", "command", "Command"], { isSingleDash: true })),
  ...forAll(
    "ts-node vite-node esno racket sbcl clojure bb ocaml ghc octave iex erl swipl crystal",
    interprets(["e", "eval", "g"]),
  ),
  tsx: interprets(["e", "eval"]),
  jshell: interprets([], { short: "R", long: ["class-path", "startup", "feedback"] }),
  perl,
};
