import { splitArguments } from "../arguments.ts";
import { type Position, type Scope, UNTOLD, addWrite, fork, isMade, toPart } from "../scope.ts";
import { findWrittenLiterals } from "../inline-code.ts";
import { joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { broughtText, runScript } from "./own-words.ts";

interface Found {
  readonly scripts: readonly string[];
  readonly writes: readonly string[];
}

/** A longer text is not read: what it does is seen afterwards. */
const LONGEST_TEXT = 10_000;
const bounded = (text: string) => (text.length > LONGEST_TEXT ? "" : text);

/** What a text in a language of its own runs in a shell and writes, as far as that is plain to see. */
function follow(found: Found, call: Invocation, scope: Scope, position: Position): void {
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  for (const script of found.scripts) runScript(script, call, fork(scope), inner);
  for (const path of found.writes) addWrite(scope, path, "change", call.words, position);
}

function note(isOwn: boolean, call: Invocation, scope: Scope, position: Position): void {
  const texts = position.input?.lines ?? [];
  const part = toPart(scope, call.words, position, isOwn ? [...call.args, ...texts] : call.args);
  scope.effects[isOwn ? "inline" : "programs"].push(part);
}

const MAKE = {
  short: "CfIoWjl",
  long: [
    "directory",
    "file",
    "makefile",
    "include-dir",
    "eval",
    "old-file",
    "what-if",
    "assume-new",
  ],
  plain: ["jobs"],
};

/** `make -f -`, `make --eval=…`, `make SHELL=…`; anything else is a program of the project. */
const makes: Evaluate = (call, scope, position) => {
  const { given, operands, flags } = splitArguments(call.args, MAKE);
  const isDry = ["n", "just-print", "dry-run", "recon", "q", "question"].some((flag) =>
    flags.has(flag),
  );
  const valuesOf = (...names: readonly string[]) =>
    given.flatMap(({ name, value }) =>
      names.includes(name) && value !== undefined ? [value] : [],
    );
  const cwd = valuesOf("C", "directory").reduce(joinPath, scope.cwd);
  const inner = cwd === scope.cwd ? scope : fork(scope, { cwd });
  const files = valuesOf("f", "file", "makefile");
  const named = files.length === 0 ? ["GNUmakefile", "makefile", "Makefile"] : files;
  const before = inner.variables.get("MAKEFILES")?.[0]?.split(/\s+/) ?? [];
  const texts = [...before, ...named].flatMap((file) => broughtText(file, inner, position) ?? []);
  const assigned = operands.filter((word) => /^[\w.]+:*[?+]?=/.test(word));
  const shells = assigned.filter((word) => /^(?:SHELL|\.SHELLFLAGS)=|[`;|&]|\$\(/.test(word));
  const own = [...texts, ...valuesOf("eval"), ...shells];
  const variable: Variable = (name) => {
    const given = assigned.findLast((word) => word.startsWith(`${name}=`));
    return (
      given?.slice(name.length + 1) ?? inner.variables.get(name)?.[0] ?? inner.world.variable(name)
    );
  };
  for (const text of own)
    follow(readMakefile(bounded(text), isDry, variable), call, inner, position);
  const isRead = (file: string) => file === "-" || file.startsWith("/dev/");
  const isEdited = named.some((file) => isMade(file, inner));
  note(own.length > 0 || isEdited || files.some(isRead), call, inner, position);
  return UNTOLD;
};

/** Recipes and `$(shell …)`, with the variables that can be told in their places. */
function readMakefile(text: string, isDry: boolean, variable: Variable): Found {
  const defined = new Map(
    [...text.matchAll(/^([\w.]+)[ \t]*[:?]{0,2}=[ \t]*(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  const scripts: string[] = [];
  let target = "";
  const expand = (script: string) =>
    script
      .replaceAll("$@", () => target)
      .replaceAll(
        /\$[({](\w+)[)}]/g,
        (whole, name: string) => defined.get(name) ?? variable(name) ?? whole,
      )
      // `$$` is a dollar for the shell.
      .replaceAll("$$", "$");
  for (const line of text.split("\n")) {
    for (const [, command = ""] of line.matchAll(/\$[({]shell\s+((?:[^(){}]|\([^()]*\))*)[)}]/g))
      scripts.push(expand(command));
    const [, name, inline] = /^([^#\t=:;]+):(?!=)[^=;]*(?:;(.*))?$/.exec(line) ?? [];
    if (name !== undefined) target = name.trim();
    const recipe = line.startsWith("\t") ? line : (inline ?? /^\w+\s*!=(.+)$/.exec(line)?.[1]);
    if (recipe !== undefined && !isDry) scripts.push(expand(recipe.replace(/^[\s@+-]+/, "")));
  }
  for (const name of ["SHELL", ".SHELLFLAGS"]) {
    const value = defined.get(name);
    if (value !== undefined) scripts.push(`sh ${name === "SHELL" ? "" : value}`, value);
  }
  const files = text.matchAll(/\$[({]file\s+>>?\s*([^,)}\s]+)/g);
  return { scripts, writes: [...files].map(([, path = ""]) => expand(path)) };
}

type Variable = (name: string) => string | undefined;

/** Commands of gdb come by `-ex`, from a file, or from standard input. */
const debugs: Evaluate = (call, scope, position) => {
  const long =
    "ex eval-command iex init-eval-command x command ix init-command cd core exec se symbols directory D data-directory p pid tty";
  const given = splitArguments(call.args, {
    long: long.split(" "),
    short: "xDp",
    isSingleDash: true,
    permutes: !call.args.some((arg) => /^--?args$/.test(arg)),
  });
  const lines: string[] = [...(position.input?.lines ?? [])];
  for (const { name, value = "" } of given.given) {
    if (/^(?:i?ex|(?:init-)?eval-command)$/.test(name)) lines.push(value);
    if (/^(?:i?x|(?:init-)?command)$/.test(name)) {
      lines.push(...(broughtText(value, scope, position)?.split("\n") ?? []));
    }
  }
  const text = bounded(lines.join("\n"));
  const commands = [
    ...text.matchAll(/^[ \t]*(?:(?:shell|make) +|!)(.+)$|^[ \t]*(?:pipe|\|) [^|\n]*\|(.+)$/gm),
  ];
  const calls = [...text.matchAll(/\b(?:system|popen)\s*\(\s*"((?:[^"\\]|\\.)*)"/g)];
  const files = text.matchAll(
    /^[ \t]*(?:set logging file|generate-core-file|gcore|save breakpoints|dump\s+(?:\w+\s+)?(?:memory|value)|tsave|append\s+\w+)\s+(\S+)/gm,
  );
  follow(
    {
      scripts: [...commands, ...calls].map(([, first, second]) => first ?? second ?? ""),
      writes: [...files].map(([, path = ""]) => path),
    },
    call,
    scope,
    position,
  );
  for (const { path, effect } of findWrittenLiterals(text))
    addWrite(scope, path, effect, call.words, position);
  const [program, ...args] = given.flags.has("args") ? given.operands : [];
  const inner = { ...position, isProven: false };
  if (program !== undefined)
    scope.runCommand({ name: program, args, words: call.words }, fork(scope), inner);
  note(lines.length > 0, call, scope, position);
  return UNTOLD;
};

/** Tcl, and expect on top of it: commands are words, as in a shell. */
const runsTcl: Evaluate = (call, scope, position) => {
  const { operands, values } = splitArguments(call.args, { short: "cfD", permutes: false });
  const [file] = operands;
  const code = values.get("c") ?? values.get("f");
  const text =
    values.get("c") ?? broughtText(values.get("f") ?? file ?? "-", scope, position) ?? "";
  if (text !== "") follow(readTcl(bounded(text)), call, scope, position);
  for (const [, path = ""] of bounded(text).matchAll(
    /\bfile\s+(?:delete|rename)\s+(?:-force\s+)?(?:--\s+)?["{]?([^\s"{}\];]+)/g,
  )) {
    addWrite(scope, path, "delete", call.words, position);
  }
  note(text !== "" || (file === undefined && code === undefined), call, scope, position);
  return UNTOLD;
};

function readTcl(text: string): Found {
  const commands = text.matchAll(
    /(?:^|[;{[\n])[ \t]*(?:exec|spawn|system) +(?:-\w+ +)*([^\n;\]}]+)/g,
  );
  const pipes = text.matchAll(/\bopen\s+["{]\|\s*([^"}]+)["}]/g);
  const files = text.matchAll(/\bopen\s+["{]?([^\s"{}|]+)["}]?\s+["{]?(?:[wa]|r\+)/g);
  const moved = text.matchAll(
    /\bfile\s+(?:mkdir|(?:rename|copy)\s+(?:-force\s+)?\S+)\s+["{]?([^\s"{}\];]+)/g,
  );
  return {
    scripts: [...commands, ...pipes].map(([, command = ""]) =>
      command.replace(/^["{](.*)["}]$/, "$1"),
    ),
    writes: [...files, ...moved].map(([, path = ""]) => path),
  };
}

/** `socat EXEC:cmd -`, `socat - CREATE:file`. */
const connects: Evaluate = (call, scope, position) => {
  const addresses = call.args.filter((arg) => !arg.startsWith("-"));
  const all = addresses.flatMap((address) => address.split("!!"));
  const valuesOf = (kind: RegExp) => all.flatMap((address) => kind.exec(address)?.[1] ?? []);
  follow(
    {
      scripts: valuesOf(/^(?:exec|system|shell):(.*?)(?:,\w[\w-]*(?:=[^,]*)?)*$/i),
      writes: valuesOf(/^(?:open|create|gopen|file|pipe|unix-listen|fifo):([^,]+)/i),
    },
    call,
    scope,
    position,
  );
  note(false, call, scope, position);
  return UNTOLD;
};

/** Commands of cmake's that do what others do under another name. */
const CMAKE: Readonly<Record<string, readonly string[]>> = {
  touch: ["touch"],
  touch_nocreate: ["touch"],
  copy: ["cp"],
  copy_if_different: ["cp"],
  copy_directory: ["cp", "-r"],
  copy_directory_if_different: ["cp", "-r"],
  rename: ["mv"],
  rm: ["rm"],
  remove: ["rm"],
  remove_directory: ["rm", "-r"],
  make_directory: ["mkdir"],
  create_symlink: ["ln", "-s"],
  create_hardlink: ["ln"],
  env: ["env"],
  time: ["time"],
  tar: ["tar"],
  chdir: ["env", "-C"],
};

/** `cmake -E rm x`, `cmake -P script`; a build is a program of the project. */
const cmakes: Evaluate = (call, scope, position) => {
  const [mode, action = "", ...args] = call.args;
  const [name, ...more] =
    mode === "-E" && Object.hasOwn(CMAKE, action) ? (CMAKE[action] ?? []) : [];
  if (name !== undefined)
    return scope.runCommand({ name, args: [...more, ...args], words: call.words }, scope, position);
  const text = mode === "-P" ? bounded(broughtText(action, scope, position) ?? "") : "";
  const files = text.matchAll(
    /\bfile\s*\(\s*(?:WRITE|APPEND|TOUCH|REMOVE(?:_RECURSE)?|MAKE_DIRECTORY)\s+"?([^\s")]+)/gi,
  );
  const commands = text.matchAll(/\bCOMMAND\s+([^)]+)/gi);
  follow(
    {
      scripts: [...commands].map(([, command = ""]) => command),
      writes: [...files].map(([, path = ""]) => path),
    },
    call,
    scope,
    position,
  );
  note(text !== "", call, scope, position);
  return UNTOLD;
};

/** Texts of m4, dc, gnuplot and clients of databases that hand words to a shell. */
function hands(pattern: RegExp, options = "", usual?: string): Evaluate {
  return (call, scope, position) => {
    const { values, operands } = splitArguments(call.args, { short: options });
    const given = [...values.values()];
    const named = usual === undefined ? operands : [...operands, ...given, usual];
    const files = named.flatMap((file) => broughtText(file, scope, position) ?? []);
    const text = [...given, ...files, ...(position.input?.lines ?? [])].join("\n");
    const scripts = [...bounded(text).matchAll(pattern)].map(
      (match) => match.slice(1).find((part) => part !== undefined) ?? "",
    );
    follow({ scripts, writes: [] }, call, scope, position);
    note(text !== "", call, scope, position);
    return UNTOLD;
  };
}

export const SCRIPTED: CommandTable = {
  ...forAll("make gmake", makes),
  gdb: debugs,
  cmake: cmakes,
  ...forAll("tclsh tclsh8.6 wish expect", runsTcl),
  socat: connects,
  m4: hands(/\b(?:e?syscmd|esyscmd)\(\s*[`']?([^)'`]*)/g, "DIU"),
  dc: hands(/^[ \t]*!(?![<=>])(.+)$/gm, "ef"),
  gnuplot: hands(/^[ \t]*(?:!|system[ (]*)["' ]*([^"'\n]+)/gm, "e"),
  ...forAll(
    "psql mysql mariadb",
    hands(/\\!\s*(.+)$|^[ \t]*system +(.+)$|\|\s*'?([^'\n]+)'?$/gm, "cefhpUdDuP"),
  ),
  ...forAll("groff troff nroff", hands(/^[.'][ \t]*(?:sy|pso|pi)[ \t]+(.+)$/gm, "dfFIKLmMnoPrTwW")),
  ninja: hands(/^[ \t]*command[ \t]*=[ \t]*(.+)$/gm, "Cfjkldt", "build.ninja"),
  ...forAll("ftp lftp sftp telnet", hands(/^[ \t]*!(.+)$/gm, "cefbioFJPS")),
};
